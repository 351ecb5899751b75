/**
 * How long Kafka, Redis and the object store take to answer, as the process that asks sees it: the stages of a document tell
 * where it waited, this tells for whom.
 */
import { performance } from 'node:perf_hooks';

export type Server = 'kafka' | 'redis' | 's3';

/** Told of each call's end: what was asked, in how many seconds it ended, and whether the server failed it. */
export type OnAnswer = (operation: string, seconds: number, outcome: 'ok' | 'failed') => void;

/** `isFailure`: an answer that says no, such as "there is no such object", is an answer. */
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
