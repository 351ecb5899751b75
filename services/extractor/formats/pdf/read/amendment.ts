/** A passage of pdf.js that is replaced as it is loaded. */

export interface Amendment {
  reason: string;
  passage: string;
  replacement: string;
}

export function amend(source: string, amendments: readonly Amendment[]): string {
  return amendments.reduce(
    (text, { passage, replacement }) => text.replace(passage, () => replacement),
    source,
  );
}
