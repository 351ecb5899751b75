/**
 * Removes the points of scatter plots that are drawn as characters of a font, as R draws them with ZapfDingbats: they
 * carry no text.
 */
import type { FontStyle, TextItem } from '../../../layout/page/content.ts';

/** Fewer single symbols are bullets, ticks and stars. */
const MARKS_MIN = 50;
/** Lines and rows are farther below each other than this; those of two columns side by side may be nearer half the time. */
const STEP_EM = 0.5;
const CLOSE_SHARE = 0.75;

/** One symbol, or several of a kind that touch; those common in formulas (+, ×, ·) do not count. */
const SIGNS = /^([\p{So}•∗∘])\1*$/u;

/** Removes symbols of one kind that are closer below each other than lines of text or rows of a table ever are. */
export function withoutPlotMarks(items: TextItem[]): TextItem[] {
  const marks = new Set([...signsOf(items)].filter(areScattered).flat());
  return marks.size === 0 ? items : items.filter(item => !marks.has(item));
}

/** Yields single symbols grouped by font and character: bullets have another font than the points of a plot. */
function* signsOf(items: readonly TextItem[]): Iterable<TextItem[]> {
  const fonts = new Map<FontStyle, Map<string, TextItem[]>>();
  for (const item of items) {
    const sign = startsPlainly(item.text) ? undefined : SIGNS.exec(item.text)?.[1];
    if (sign === undefined) continue;
    const signs = fonts.get(item.font) ?? new Map<string, TextItem[]>();
    const same = signs.get(sign) ?? [];
    same.push(item);
    fonts.set(item.font, signs.set(sign, same));
  }
  for (const signs of fonts.values()) yield* signs.values();
}

/** Whether a text begins with an ASCII digit or letter, like most words of a page. */
const startsPlainly = (text: string): boolean => text >= '0' && text < '{';

function areScattered(signs: readonly TextItem[]): boolean {
  if (signs.length < MARKS_MIN) return false;
  const size = Math.max(...signs.slice(0, MARKS_MIN).map(sign => sign.size));
  const baselines = [...new Set(signs.map(({ baseline }) => Math.round(baseline * 10) / 10))].sort(
    (a, b) => a - b,
  );
  const steps = baselines.slice(1).map((baseline, at) => baseline - (baselines[at] ?? 0));
  if (steps.length < MARKS_MIN / 2) return false;
  return steps.filter(step => step < STEP_EM * size).length > CLOSE_SHARE * steps.length;
}
