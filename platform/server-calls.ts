/**
 * Measures how long Kafka, Redis and the object store take to answer, as seen by this process. The stages of a document
 * show where it waited; this shows which server it waited for.
 */
import { performance } from 'node:perf_hooks';

export type Server = 'kafka' | 'redis' | 's3';

/** Called at the end of each call with the operation, its duration in seconds, and whether the server failed. */
export type OnAnswer = (operation: string, seconds: number, outcome: 'ok' | 'failed') => void;

/** Measures a call. An error that is an answer, such as "there is no such object", is not a failure; `isFailure` decides. */
export async function timed<T>(
  onAnswer: OnAnswer | undefined,
  operation: string,
  work: () => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<T> {
  if (onAnswer === undefined) return work();
  const begun = performance.now();
  const end = (outcome: 'ok' | 'failed') => onAnswer(operation, (performance.now() - begun) / 1000, outcome);
  try {
    const answer = await work();
    end('ok');
    return answer;
  } catch (error) {
    end(isFailure(error) ? 'failed' : 'ok');
    throw error;
  }
}
