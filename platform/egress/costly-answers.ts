/**
 * Gives up answers that cost more to take apart than to send: chunks of a byte (RFC 9112, 7.1) and endless interim
 * answers (RFC 9110, 15.2). We handle each as a separate step, and one turn of the event loop may bring ten thousand of
 * them: four such servers repeatedly delayed all other requests by a quarter of a second.
 */
import type { Dispatcher } from 'undici';

/** The same limits as for the bodies that callers send (services/ingest/small-chunks.ts). */
const LEAST_MEAN_BYTES = 16;
const FREE_CHUNKS = 4_096;
/**
 * Most interim answers of one exchange. A server that reports its progress once a second stays below this for as long
 * as we wait.
 */
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
