/** Small PDFs, built in code: text in a standard font, blank pages, and ones that ask for a password. */

/** A line of text in one font size; Latin-1 only, because the standard fonts have nothing else. */
export interface Line {
  text: string;
  size?: number;
}

const FIRST_BASELINE = 760;
const LEADING = 1.6;

/** A PDF with one page for each list of lines. */
export function pdf(pages: readonly (readonly Line[])[]): Buffer {
  return assemble(pages.map(content), '');
}

export const textPdf = (...paragraphs: string[]): Buffer =>
  pdf([[{ text: 'A Heading', size: 24 }, ...paragraphs.map(text => ({ text }))]]);

/** A PDF that asks for a password: no password fits its user key, not even the empty one (ISO 32000-1, 7.6.3). */
export function encryptedPdf(): Buffer {
  const key = '<'.concat('5a'.repeat(32), '>');
  return assemble(
    [content([{ text: 'secret' }])],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${key} /U ${key} >> /ID [${key} ${key}]`,
  );
}

function content(lines: readonly Line[]): string {
  let y = FIRST_BASELINE;
  const shown = lines.map(({ text, size = 11 }) => {
    y -= size * LEADING;
    const escaped = text.replace(/[\\()]/g, '\\$&');
    return `BT /F1 ${size} Tf 72 ${y.toFixed(1)} Td (${escaped}) Tj ET`;
  });
  return shown.join('\n');
}

function assemble(contents: readonly string[], trailer: string): Buffer {
  const kids = contents.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((stream, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
