/** Joins the lines of a cell, for outputs without line breaks inside cells. */

/**
 * Works line by line: a pattern like `\s*
 * ` takes quadratic time on long white space without a line break.
 */
export function oneLine(text: string, separator: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map(line => line.trim());
  return lines.filter(line => line !== '').join(separator);
}
