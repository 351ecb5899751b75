/**
 * The operator codes of pdf.js that reading needs. They are repeated here so that reading vectors does not load pdf.js
 * (a quarter of a second); `operators.test.ts` compares them with the installed version.
 */
export const OPERATOR = {
  setLineWidth: 2,
  setGState: 9,
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  endPath: 28,
  clip: 29,
  eoClip: 30,
  beginText: 31,
  setCharSpacing: 33,
  setWordSpacing: 34,
  setHScale: 35,
  setLeading: 36,
  setFont: 37,
  setTextRenderingMode: 38,
  setTextRise: 39,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  showSpacedText: 45,
  nextLineShowText: 46,
  nextLineSetSpacingShowText: 47,
  setFillColorN: 55,
  setStrokeColorN: 53,
  setStrokeRGBColor: 58,
  setFillRGBColor: 59,
  shadingFill: 62,
  beginMarkedContent: 69,
  beginMarkedContentProps: 70,
  endMarkedContent: 71,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  beginGroup: 76,
  endGroup: 77,
  beginAnnotation: 80,
  endAnnotation: 81,
  paintImageMaskXObject: 83,
  paintImageMaskXObjectGroup: 84,
  paintImageXObject: 85,
  paintInlineImageXObject: 86,
  paintInlineImageXObjectGroup: 87,
  paintImageXObjectRepeat: 88,
  paintImageMaskXObjectRepeat: 89,
  paintSolidColorImageMask: 90,
  constructPath: 91,
  setStrokeTransparent: 92,
  setFillTransparent: 93,
} as const;

/**
 * Returns an array of handlers by operator code: a page has thousands of operators, and a map lookup for each would be
 * slower.
 */
export function handlersOf<Handler>(
  handlers: readonly (readonly [number, Handler])[],
): readonly (Handler | undefined)[] {
  const codes = Math.max(...handlers.map(([code]) => code)) + 1;
  const byCode: (Handler | undefined)[] = new Array(codes).fill(undefined);
  for (const [code, handler] of handlers) byCode[code] = handler;
  return byCode;
}

/** Codes inside the flattened path that `constructPath` carries. */
export const PATH = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

/** Path operators that fill, by code. */
export const FILLS: ReadonlySet<number> = new Set([22, 23, 24, 25, 26, 27]);
/** Path operators that stroke, by code. */
export const STROKES: ReadonlySet<number> = new Set([20, 21, 24, 25, 26, 27]);
