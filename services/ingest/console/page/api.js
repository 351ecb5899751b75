/** The service's own API, as the console calls it. A failure is an `ApiError` with words for its reader. */

const KEY = 'textrail.key';

export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

export const key = {
  get: () => sessionStorage.getItem(KEY),
  /** @param {string} text */
  set: text => sessionStorage.setItem(KEY, text),
  forget: () => sessionStorage.removeItem(KEY),
};

/** @param {string} path @param {RequestInit} [init] */
export async function call(path, init = {}) {
  const headers = { authorization: `Bearer ${key.get() ?? ''}` };
  try {
    return await fetch(path, { ...init, headers, cache: 'no-store' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('The service cannot be reached. Is it running?', 0);
  }
}

/** The JSON of an answer; throws an `ApiError` where it is an error. @param {Response} answer */
export async function read(answer) {
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  if (answer.status === 401 || answer.status === 403)
    throw new ApiError('This key is not accepted: it is mistyped, unknown or revoked.', answer.status);
  const { code = `status ${answer.status}`, message = '' } = body.error ?? {};
  const seconds = answer.headers.get('retry-after');
  throw new ApiError(
    `${message} (${code})${seconds === null ? '' : ` Try again in ${seconds} s.`}`,
    answer.status,
  );
}

export const usage = () => call('v1/usage').then(read);
/** @param {string} jobId */
export const result = jobId => call(`v1/extract/${jobId}`).then(read);

/** Sends a document as a job; answers its id. @param {File | string} source */
export async function send(source) {
  const query = 'async=true&format=json';
  if (typeof source === 'string') {
    const body = await read(
      await call(`v1/extract?${query}&url=${encodeURIComponent(source)}`, { method: 'POST' }),
    );
    return body.job_id;
  }
  const form = new FormData();
  form.append('file', source);
  const body = await read(await call(`v1/extract?${query}`, { method: 'POST', body: form }));
  return body.job_id;
}
