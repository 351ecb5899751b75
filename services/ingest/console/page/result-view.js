/** The result of one job: timeline, page, text and elements, side by side. */
import { elementList, node, textOf } from './elements.js';
import { canShow, openPreview } from './preview.js';

const byId = id => document.getElementById(id);
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** @type {{ preview: any, page: number, elements: any[], name: string, body: any, shows: number }} */
const shown = { preview: null, page: 1, elements: [], name: '', body: null, shows: 0 };

/** The course of a job, as its events tell it. @param {any} job */
export function showTimeline(job) {
  const { stages, webhook } = job;
  const lines = stages.map(({ stage, at }) => [stage, at]);
  for (const attempt of webhook.attempts) {
    lines.push([`webhook attempt ${attempt.attempt}`, attempt.started_at]);
    const end = attempt.reason === null ? `answered ${attempt.status}` : `failed: ${attempt.reason}`;
    if (attempt.ended_at !== null) lines.push([`attempt ${attempt.attempt} ${end}`, attempt.ended_at]);
  }
  byId('timeline').replaceChildren(
    ...lines.map(([what, at]) => {
      const line = node('li', `${what} `);
      if (at !== null) {
        const time = node('time', clock.format(new Date(at)));
        time.dateTime = at;
        line.append(time);
      }
      return line;
    }),
  );
  byId('facts').textContent = factsOf(job);
  const bar = byId('pages-done');
  bar.hidden = job.progress === null;
  if (job.progress === null) return;
  bar.max = job.progress.pages;
  bar.value = job.progress.pages_done;
}

function factsOf({ state, error, progress, document: facts, build }) {
  if (progress !== null) return `Being read: ${progress.pages_done} of ${progress.pages} pages done`;
  if (state === 'processing') return 'Being read …';
  if (error !== null) return `Failed: ${error}`;
  if (facts === null) return '';
  const words = [facts.content_type, `${facts.bytes} bytes`, `${facts.chars} characters`];
  if (facts.pages !== null) words.push(`${facts.pages} ${facts.pages === 1 ? 'page' : 'pages'}`);
  if (facts.ocr) words.push('read by OCR');
  if (build !== null) words.push(`build ${build}`);
  if (facts.warnings.length > 0) words.push(`warnings: ${facts.warnings.join(', ')}`);
  return words.filter(Boolean).join(' · ');
}

/** Nothing to show yet, or any more. */
export async function clearResult() {
  shown.shows++;
  shown.preview?.close();
  Object.assign(shown, { preview: null, page: 1, elements: [], body: null });
  byId('text').textContent = '';
  byId('elements').replaceChildren();
  byId('page').replaceChildren();
  byId('preview-note').textContent = '';
  for (const id of ['preview', 'pager', 'actions', 'panels']) byId(id).hidden = true;
}

/** @param {string} name @param {File | null} file @param {any} body JsonSuccess */
export async function showResult(name, file, body) {
  await clearResult();
  const turn = shown.shows;
  Object.assign(shown, { name, body, elements: body.elements });
  byId('text').textContent = textOf(body.elements);
  byId('elements').replaceChildren(...elementList(body.elements, choose));
  for (const id of ['actions', 'panels']) byId(id).hidden = false;
  const type = body.metadata.content_type;
  if (file === null || !canShow(type)) return;
  byId('preview').hidden = false;
  try {
    const preview = await openPreview(file, type);
    if (turn !== shown.shows) return void preview.close();
    shown.preview = preview;
    byId('pager').hidden = preview.pages < 2;
    await turnTo(1);
  } catch {
    if (turn === shown.shows) byId('preview-note').textContent = 'This browser cannot show the document.';
  }
}

async function turnTo(number) {
  const { preview, elements } = shown;
  if (preview === null) return;
  shown.page = Math.min(Math.max(1, number), preview.pages);
  byId('page-number').textContent = `Page ${shown.page} of ${preview.pages}`;
  byId('previous-page').disabled = shown.page === 1;
  byId('next-page').disabled = shown.page === preview.pages;
  const boxes = await preview.show(byId('page'), shown.page, elements, choose);
  byId('preview-note').textContent =
    boxes > 0
      ? 'Boxes are found by the words of the page; choose one to see its element.'
      : 'No boxes: this page has no words of its own to find the elements by.';
}

async function choose(index) {
  for (const chosen of document.querySelectorAll('.chosen')) chosen.classList.remove('chosen');
  const box = byId('elements').children[index];
  box?.classList.add('chosen');
  box?.scrollIntoView({ block: 'nearest' });
  const { page } = shown.elements[index];
  if (shown.preview !== null && page !== null && page !== shown.page) await turnTo(page);
  byId('page').querySelector(`[data-element="${index}"]`)?.classList.add('chosen');
}

/** @param {(news: string) => void} tell */
export function wireResult(tell) {
  // What scrolls must be reached by keys as well.
  for (const id of ['text', 'elements', 'page']) byId(id).tabIndex = 0;
  byId('previous-page').addEventListener('click', () => turnTo(shown.page - 1));
  byId('next-page').addEventListener('click', () => turnTo(shown.page + 1));
  byId('save-text').addEventListener('click', () => save('txt', 'text/plain', byId('text').textContent));
  byId('save-json').addEventListener('click', () =>
    save('json', 'application/json', JSON.stringify(shown.body, null, 2)),
  );
  byId('copy-text').addEventListener('click', async () => {
    tell(
      (await copied(byId('text').textContent))
        ? 'The text is copied.'
        : 'The browser does not allow copying.',
    );
  });
}

function save(extension, type, text) {
  const link = node('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${shown.name.replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'document'}.${extension}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The clipboard is there only for pages that came safely, by https or from this machine. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(byId('text'));
    return document.execCommand('copy');
  }
}
