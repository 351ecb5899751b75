/** Lines of a cell on one line, for outputs that have no line breaks inside cells. */

/** Line by line, not by a pattern like `\s*\n`: that takes quadratic time on long white space without a line end. */
export function oneLine(text: string, separator: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map(line => line.trim());
  return lines.filter(line => line !== '').join(separator);
}
