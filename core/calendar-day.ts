/** Whether `text` begins with a day that exists, such as `2026-02-28`. `Date` would read 31 February as 3 March. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
