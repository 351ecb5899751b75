/**
 * Answers that cost more to take apart than to send: chunks of a byte (RFC 9112, 7.1) and interim answers without end (RFC 9110, 15.2). Each
 * is a step of its own here, and ten thousand of them come in one turn of the event loop, so that four such servers kept
 * everybody waiting for a quarter of a second again and again. They are given up.
 */
import type { Dispatcher } from 'undici';

/** As of the bodies that callers send (services/ingest/small-chunks.ts). */
const LEAST_MEAN_BYTES = 16;
const FREE_CHUNKS = 4_096;
/** One that says how far it has come, once a second, for as long as anybody waits. */
const MOST_INTERIM_ANSWERS = 100;

export const givesUpCostlyAnswers: Dispatcher.DispatcherComposeInterceptor = dispatch => (options, handler) =>
  dispatch(options, watched(handler));

function watched(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  let chunks = 0;
  let bytes = 0;
  let interimAnswers = 0;
  return {
    onRequestStart: (...said) => handler.onRequestStart?.(...said),
    onRequestUpgrade: (...said) => handler.onRequestUpgrade?.(...said),
    onBodySent: chunk => handler.onBodySent?.(chunk),
    onRequestSent: () => handler.onRequestSent?.(),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onResponseStart(controller, status, ...rest) {
      if (status < 200 && ++interimAnswers > MOST_INTERIM_ANSWERS)
        controller.abort(new Error('the server has far more interim answers than answers'));
      else handler.onResponseStart?.(controller, status, ...rest);
    },
    onResponseData(controller, chunk) {
      chunks++;
      bytes += chunk.length;
      if (chunks > FREE_CHUNKS && bytes < chunks * LEAST_MEAN_BYTES)
        controller.abort(new Error('the chunks of the answer are too small'));
      else handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (...said) => handler.onResponseEnd?.(...said),
    onResponseError: (...said) => handler.onResponseError?.(...said),
  };
}
