/** The console: one page that sends documents by the service's own API and shows what becomes of them. */
import { ApiError, key, result, send, usage } from './api.js';
import { node } from './elements.js';
import { followJob } from './job-stream.js';
import { forgetAll, ownJobs, remember } from './own-jobs.js';
import { clearResult, showResult, showTimeline, wireResult } from './result-view.js';

/** Documents on their way at once; the others wait. */
const UPLOADS = 3;
/** Streams open at once: a browser has six connections to a server. */
const STREAMS = 3;

const byId = id => document.getElementById(id);
let chosen = null;
let following = new AbortController();

function tell(news) {
  byId('news').textContent = news;
}

function fail(error) {
  const box = byId('error');
  box.hidden = error === null;
  if (error === null) return;
  box.textContent = error instanceof ApiError ? error.message : 'Something in this page failed. Reload it.';
  if (!(error instanceof ApiError)) console.error(error);
  if (error.status === 401 || error.status === 403) byId('key').focus();
}

/** Runs `work`; what fails is said. */
async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** At most `most` of what is given run at a time. */
function turnstile(most) {
  let free = most;
  const waiting = [];
  return async work => {
    if (free === 0) await new Promise(resolve => waiting.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

const uploading = turnstile(UPLOADS);
const streaming = turnstile(STREAMS);

async function showUsage() {
  const { documents, requests } = await usage();
  byId('usage').hidden = false;
  meter('documents', documents.used, documents.limit, `until ${documents.resets_at.slice(0, 10)}`);
  const { limit_per_minute: limit, remaining } = requests;
  meter('requests', limit - remaining, limit, '');
}

function meter(name, used, limit, when) {
  const bar = byId(`${name}-meter`);
  bar.max = Math.max(1, limit);
  bar.value = used;
  byId(name).textContent = `${used} of ${limit} ${when}`;
}

function drawJobs() {
  byId('no-jobs').hidden = ownJobs.length > 0;
  byId('jobs').replaceChildren(
    ...ownJobs.map(own => {
      const state = own.job?.state ?? 'processing';
      const button = node('button');
      button.type = 'button';
      const name = node('span', own.name);
      name.className = 'name';
      const shown = node('span', `${state}${pagesDone(own.job)}`);
      shown.className = state;
      button.append(name, shown);
      button.setAttribute('aria-current', String(own === chosen));
      button.addEventListener('click', () => attempt(() => choose(own)));
      const line = node('li');
      line.append(button);
      return line;
    }),
  );
}

function pagesDone(job) {
  return job?.progress ? `, page ${job.progress.pages_done} of ${job.progress.pages}` : '';
}

/** Draws the list anew without taking the focus from whoever stands in it. */
function redrawJobs() {
  const at = [...byId('jobs').querySelectorAll('button')].indexOf(document.activeElement);
  drawJobs();
  if (at >= 0) byId('jobs').querySelectorAll('button')[at]?.focus();
}

async function choose(own) {
  chosen = own;
  redrawJobs();
  byId('nothing').hidden = true;
  byId('shown').hidden = false;
  byId('result-title').textContent = `Result: ${own.name}`;
  await clearResult();
  if (own.job !== null) showTimeline(own.job);
  if (own.job?.state === 'processing' || own.job === null) return;
  const body = await result(own.jobId);
  if (chosen === own && 'elements' in body) await showResult(own.name, own.file, body);
}

function follow(own) {
  const { signal } = following;
  return streaming(() =>
    attempt(() =>
      followJob(
        own.jobId,
        job => {
          const before = own.job?.state;
          own.job = job;
          redrawJobs();
          if (own === chosen) showTimeline(job);
          if (before === job.state || job.state === 'processing') return;
          tell(`${own.name}: ${job.state === 'success' ? 'done' : `failed, ${job.error}`}`);
          if (own === chosen) attempt(() => choose(own));
          attempt(showUsage);
        },
        signal,
      ),
    ),
  );
}

async function submit(source, name) {
  fail(null);
  tell(`Sending ${name}`);
  const jobId = await uploading(() => send(source));
  const own = { jobId, name, file: source instanceof File ? source : null, job: null };
  remember(own);
  await choose(own);
  void follow(own);
}

function submitFiles(files) {
  for (const file of files) void attempt(() => submit(file, file.name));
}

function wireSending() {
  const drop = byId('drop');
  const files = byId('files');
  files.addEventListener('change', () => {
    submitFiles(files.files);
    files.value = '';
  });
  for (const name of ['dragover', 'drop']) document.addEventListener(name, event => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  document.addEventListener('drop', event => {
    drop.classList.remove('over');
    submitFiles(event.dataTransfer?.files ?? []);
  });
  byId('send-form').addEventListener('submit', event => {
    event.preventDefault();
    const url = byId('url').value.trim();
    if (url !== '') void attempt(() => submit(url, new URL(url).pathname.split('/').pop() || url));
  });
}

async function useKey() {
  fail(null);
  await showUsage();
  byId('forget-key').hidden = false;
  byId('nothing').textContent = 'Send a document to see its text here.';
  byId('key').value = '';
  byId('key').placeholder = 'in use';
  byId('key').required = false;
  following.abort();
  following = new AbortController();
  for (const own of ownJobs) void follow(own);
  drawJobs();
}

function wireKey() {
  byId('key-form').addEventListener('submit', async event => {
    event.preventDefault();
    const text = byId('key').value.trim();
    if (text === '') return;
    const before = key.get();
    key.set(text);
    // Whose jobs these were is no longer who asks.
    if (before !== null && before !== text) forgetAll();
    await attempt(useKey);
    if (byId('error').hidden) tell('The key is in use.');
  });
  byId('forget-key').addEventListener('click', () => {
    key.forget();
    forgetAll();
    location.reload();
  });
}

wireKey();
wireSending();
wireResult(tell);
void clearResult();
drawJobs();
if (key.get() !== null) void attempt(useKey);
