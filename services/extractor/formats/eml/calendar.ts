/**
 * Reads invitations (iCalendar, RFC 5545), which a program shows above the mail's text. In Outlook's, the time and
 * place of a meeting are nowhere else.
 */
import type { Block } from '../../../../schemas/document.ts';

/** One content line: its parameters as written, and its value. */
interface Property {
  params: string;
  value: string;
}

type Entry = Map<string, Property[]>;

const CONTENT_LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/;
const ENTRIES = new Set(['VEVENT', 'VTODO']);
const DAY_MS = 86_400_000;

/**
 * Returns what each appointment says, including its description if the mail has no text of its own. Empty for damaged
 * calendars.
 */
export function calendarBlocks(text: string, subject: string, isOnlyBody: boolean): Block[] {
  return entriesOf(text).flatMap(entry => {
    const title = textOf(entry, 'SUMMARY');
    const lines = [
      title === subject ? '' : title,
      labelled('When', timesOf(entry)),
      labelled('Repeats', first(entry, 'RRULE')?.value ?? ''),
      labelled('Where', textOf(entry, 'LOCATION')),
      labelled('Organizer', peopleOf(entry, 'ORGANIZER')),
      labelled('Attendees', peopleOf(entry, 'ATTENDEE')),
    ].filter(line => line !== '');
    const description = isOnlyBody ? textOf(entry, 'DESCRIPTION') : '';
    const paragraphs = [lines.join('\n'), ...description.split(/\n\s*\n/)].map(paragraph => paragraph.trim());
    return paragraphs
      .filter(paragraph => paragraph !== '')
      .map((paragraph): Block => ({ kind: 'paragraph', text: paragraph, page: null }));
  });
}

/** Parses appointments. Lines are folded by a line end and a space (3.1); what is in an appointment's alarms does not count. */
function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  const open: string[] = [];
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const [, name = '', params = '', value = ''] = CONTENT_LINE.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === 'BEGIN') open.push(value.trim().toUpperCase());
    if (key === 'BEGIN' && ENTRIES.has(open.at(-1) ?? '')) entries.push(new Map());
    if (key === 'END') open.pop();
    if (!ENTRIES.has(open.at(-1) ?? '')) continue;
    const entry = entries.at(-1);
    const same = entry?.get(key);
    if (same === undefined) entry?.set(key, [{ params, value }]);
    else same.push({ params, value });
  }
  return entries;
}

const first = (entry: Entry, name: string): Property | undefined => entry.get(name)?.[0];

const labelled = (label: string, value: string): string => (value === '' ? '' : `${label}: ${value}`);

/** Returns a text with its escapes resolved (3.3.11). */
const textOf = (entry: Entry, name: string): string =>
  (first(entry, name)?.value ?? '')
    .replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
    .trim();

/** Returns `2026-11-23 14:00 – 15:00 (Europe/Paris)`. The end of a whole-day appointment is the day after its last. */
function timesOf(entry: Entry): string {
  const start = momentOf(first(entry, 'DTSTART'), 0);
  const ending = first(entry, 'DTEND') ?? first(entry, 'DUE');
  const end = momentOf(ending, ending !== undefined && /^\d{8}$/.test(ending.value) ? -DAY_MS : 0);
  const zone = /;TZID="?([^";:]+)/i.exec(first(entry, 'DTSTART')?.params ?? '')?.[1];
  const until = end.startsWith(`${start.slice(0, 10)} `) ? end.slice(11) : end;
  const range = until === '' || end === start ? start : `${start} – ${until}`;
  return zone === undefined || range === '' ? range : `${range} (${zone})`;
}

/** Formats `20261123T140000Z` and `20261123`; a date is moved by `shift` milliseconds. */
function momentOf(property: Property | undefined, shift: number): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?$/.exec(property?.value.trim() ?? '') ?? [];
  if (year === undefined || month === undefined || day === undefined) return '';
  if (hour !== undefined) return `${year}-${month}-${day} ${hour}:${minute}${utc === 'Z' ? ' UTC' : ''}`;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) + shift);
  return date.toISOString().slice(0, 10);
}

/** Returns people by name and address, as in a mail's header. */
function peopleOf(entry: Entry, name: string): string {
  return (entry.get(name) ?? [])
    .map(({ params, value }) => {
      const called = /;CN=("?)([^";:]*)\1/i.exec(params)?.[2]?.trim() ?? '';
      const address = value.replace(/^mailto:/i, '').trim();
      return called === '' || called === address ? address : `${called} <${address}>`;
    })
    .filter(person => person !== '')
    .join(', ');
}
