/** Renders a story as one page of HTML without scripts and external resources; every value is escaped. */
import { lineOf, type Told } from './story.ts';

/** Fields that are in the heading of an event, or of no use to a reader. */
const IN_HEADING = new Set(['type', 'at', 'won', 'because', 'topic', 'partition', 'offset']);

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1c2430; }
  h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin: 0; } small, .gap { color: #5b6675; }
  ol { list-style: none; margin: 0; padding: 0 0 0 1rem; border-left: 3px solid #c9d2de; }
  li { margin: 0 0 1rem; padding: .6rem 1rem; background: #f5f7fa; border-radius: 6px; }
  li.end { border-left: 4px solid #1a7f4b; } li.failure { border-left: 4px solid #b3261e; } li.lost { opacity: .65; }
  .gap { background: none; padding: 0 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .4rem 0 0; }
  dt { color: #5b6675; } dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 13px; }
  @media (prefers-color-scheme: dark) { body { background: #12161c; color: #dfe6ef; } li { background: #1c2430; } }
`;

/** Renders `told` in its order. `title` and `summary`, a line below it, are plain text. */
export function timeline(title: string, summary: string, told: readonly Told[]): string {
  const items: string[] = [];
  let before: number | undefined;
  for (const each of told) {
    const { at } = each.record.event;
    if (before !== undefined && at - before >= NOTABLE_GAP_MS)
      items.push(`<li class="gap">${escaped(duration(at - before))} later</li>`);
    items.push(itemOf(each));
    before = at;
  }
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(summary)}</p>
<ol>
${items.join('\n')}
</ol>
</body>
</html>
`;
}

const NOTABLE_GAP_MS = 1_000;

function itemOf(told: Told): string {
  const { record, verdict } = told;
  const { type, at } = record.event;
  const rows = Object.entries(lineOf(told))
    .filter(([name, value]) => !IN_HEADING.has(name) && value !== null)
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(shown(name, value))}</dd>`);
  const why =
    verdict === undefined
      ? ''
      : `<p>${verdict.won ? 'Counts' : 'Changes nothing'}: ${escaped(verdict.because)}.</p>`;
  const stands = `${record.topic}, partition ${record.partition}, offset ${record.offset}`;
  return `<li class="${classOf(told)}"><h2>${escaped(type)}</h2><small><time datetime="${iso(at)}">${iso(at)}</time> · ${escaped(stands)}</small>${why}<dl>${rows.join('')}</dl></li>`;
}

function classOf({ record, verdict }: Told): string {
  if (verdict?.won === false) return 'lost';
  if (record.event.type === 'ExtractCompleted' || record.event.type === 'WebhookDelivered') return 'end';
  return record.event.type === 'ExtractFailed' || record.event.type === 'WebhookFailed' ? 'failure' : 'step';
}

/** Formats times; other values are shown unchanged. */
function shown(name: string, value: unknown): string {
  if (typeof value === 'number' && name.endsWith('_at')) return iso(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const iso = (at: number): string => new Date(at).toISOString();

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

export function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, character => entities[character] ?? '');
}
