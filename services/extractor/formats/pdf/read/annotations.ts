/** Reads the annotations of a page (ISO 32000-1, 12.5), as pdf.js returns them. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Rectangle } from '../../../layout/page/content.ts';
import { type Matrix, transformBox } from '../vectors/matrix.ts';

export interface Annotation {
  id?: string;
  subtype?: string;
  rect?: number[];
  hidden?: boolean;
  fieldType?: string | null;
  fieldValue?: string | string[] | null;
  password?: boolean;
  comb?: boolean;
  combo?: boolean;
  options?: { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  contentsObj?: { str?: string };
  richText?: { str?: string } | null;
  /** Where a link within the document leads. */
  dest?: unknown;
  /** The optional-content layer it belongs to. */
  oc?: unknown;
  defaultAppearanceData?: { fontSize?: number };
}

/** Most annotations of one page that are read. */
const PAGE_MAX = 5_000;

/** Returns the annotations; broken ones are skipped. */
export async function annotationsOf(page: PDFPageProxy): Promise<Annotation[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' }).catch(() => [])) as Annotation[];
  return annotations.slice(0, PAGE_MAX);
}

/**
 * Returns the places of links within the document, in view space. Targets are not kept: the text over a link is the
 * page's own, and an answer has no field for targets.
 */
export function linksOf(annotations: readonly Annotation[], view: Matrix): Rectangle[] {
  return annotations.flatMap(({ subtype, dest, rect }) =>
    subtype === 'Link' && dest != null ? (boxOf(rect, view) ?? []) : [],
  );
}

/** Returns the box of an annotation's two corners; null where they are not numbers. */
export function boxOf(rect: number[] | undefined, view: Matrix): Rectangle | null {
  const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN] = rect ?? [];
  const box = transformBox(view, x1, y1, x2, y2);
  return Object.values(box).every(Number.isFinite) ? box : null;
}
