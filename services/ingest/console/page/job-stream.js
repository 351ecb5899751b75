/** Server-sent events of a job. `EventSource` can send no key, so they are read from the answer of a fetch. */
import { ApiError, call, read } from './api.js';

const RECONNECT_MS = 2_000;

/**
 * Calls back with the job after each change, until it is over. A stream that breaks is opened again.
 * @param {string} jobId @param {(job: any) => void} changed @param {AbortSignal} signal
 */
export async function followJob(jobId, changed, signal) {
  for (;;) {
    const reason = await stream(jobId, changed, signal);
    if (signal.aborted || reason === 'finished' || reason === 'gone') return;
    await new Promise(resolve => setTimeout(resolve, RECONNECT_MS));
  }
}

async function stream(jobId, changed, signal) {
  try {
    const answer = await call(`v1/jobs/${jobId}/events`, { signal });
    if (!answer.ok || answer.body === null) return void (await read(answer));
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of chunksOf(answer.body)) {
      text += decoder.decode(chunk, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const { event, data } = fieldsOf(message);
        if (event === 'job') changed(data);
        if (event === 'end') return data.reason;
      }
    }
  } catch (error) {
    // A key that is not accepted, or a job that is gone, will not come back; a place among the streams will.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
      throw error;
  }
  return undefined;
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(body) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function fieldsOf(message) {
  const event = /^event: (.*)$/m.exec(message)?.[1];
  const data = /^data: (.*)$/m.exec(message)?.[1];
  return { event, data: data === undefined ? undefined : JSON.parse(data) };
}
