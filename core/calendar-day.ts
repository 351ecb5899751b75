/** Whether `text` begins with a day that there is, as `2026-02-28`: Date takes the 31st of February for the 3rd of March. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
