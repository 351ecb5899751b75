/** Turns a text file carried by a mail into blocks: tables, contact cards and data are recognised by their syntax. */
import type { Block, Table } from '../../../../schemas/document.ts';
import { calendarBlocks } from './calendar.ts';
import { plainBlocks } from './plain-body.ts';

const VCARD = /^[^\S\r\n]*BEGIN:VCARD[^\S\r\n]*$/im;
const VCALENDAR = /^[^\S\r\n]*BEGIN:VCALENDAR[^\S\r\n]*$/im;
/** Number of lines examined to distinguish rows of fields from prose. */
const SAMPLE_LINES = 200;
const LEAST_ROWS = 3;
/** `\t` before `;` before `,`: the rarer a character is in prose, the more certainly it separates columns. */
const DELIMITERS = ['\t', ';', '|', ','] as const;

/** Returns the blocks. `label` is the media type that the mail gives the file; it only decides where the text does not. */
export function textFileBlocks(text: string, label: string, cellCeiling: number): Block[] {
  if (VCARD.test(text)) return cardBlocks(text);
  const appointments = VCALENDAR.test(text) ? calendarBlocks(text, '', true) : [];
  if (appointments.length > 0) return appointments;
  if (isJson(text)) return [{ kind: 'code', text: text.trim(), page: null }];
  const table = tableOf(text, label, cellCeiling);
  return table === null ? plainBlocks(text, { isFlowed: false, deletesSpace: false }).blocks : [table];
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns rows of fields (RFC 4180, and other delimiters); null where the text has none, or has more cells than the ceiling. */
function tableOf(text: string, label: string, cellCeiling: number): Table | null {
  const isDeclared = /csv|tab-separated/.test(label);
  for (const delimiter of DELIMITERS) {
    const columns = rowsOf(text, delimiter, 1)[0]?.length ?? 0;
    if (columns < 2) continue;
    const sample = rowsOf(text, delimiter, SAMPLE_LINES);
    const isEven = sample.every(row => row.length === columns);
    if (!isEven || (!isDeclared && sample.length < LEAST_ROWS)) continue;
    const rows = rowsOf(text, delimiter, Math.floor(cellCeiling / columns));
    return {
      kind: 'table',
      rows: rows.map((row, at) => row.map(cell => cellOf(cell, at === 0))),
      page: null,
    };
  }
  return null;
}

const cellOf = (text: string, header: boolean) => ({ text: text.trim(), colspan: 1, rowspan: 1, header });

/** Parses rows. Quoted fields may contain delimiters, line ends and doubled quotation marks. Empty lines are no rows. */
function rowsOf(text: string, delimiter: string, limit: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at <= text.length && rows.length < limit; at++) {
    const character = text[at] ?? '\n';
    if (isQuoted && at < text.length) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === delimiter) {
      row.push(field);
      field = '';
    } else if (character === '\n') {
      if (row.length > 0 || field.trim() !== '') rows.push([...row, field]);
      row = [];
      field = '';
    } else if (character !== '\r') field += character;
  }
  return rows;
}

/** Properties of a contact (RFC 6350 6) that are shown, and their labels. */
const CARD_LABELS: Record<string, string | undefined> = {
  FN: 'Name',
  ORG: 'Organization',
  TITLE: 'Title',
  ROLE: 'Role',
  TEL: 'Telephone',
  EMAIL: 'Email',
  ADR: 'Address',
  URL: 'URL',
  BDAY: 'Birthday',
  NOTE: 'Note',
};

/** Returns a paragraph for each contact, with a line for each property. */
function cardBlocks(text: string): Block[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '');
  return unfolded.split(/^END:VCARD\s*$/im).flatMap(card => {
    const lines = card.split('\n').flatMap(line => {
      const [, name = '', value = ''] = /^(?:[\w-]+\.)?([\w-]+)(?:[^\w:-][^:]*)?:(.*)$/.exec(line) ?? [];
      const label = CARD_LABELS[name.toUpperCase()];
      const shown = value
        .replace(/\\n/gi, ', ')
        .replace(/\\([,;\\])/g, (_, sign: string) => (sign === ';' ? '\u0000' : sign))
        .split(';')
        .map(part => part.replaceAll('\u0000', ';').trim())
        .filter(part => part !== '')
        .join(', ');
      return label === undefined || shown === '' ? [] : [`${label}: ${shown}`];
    });
    return lines.length === 0 ? [] : [{ kind: 'paragraph', text: lines.join('\n'), page: null }];
  });
}
