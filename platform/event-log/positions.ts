/** Compares how far somebody has read with how far the log goes. */
import type { Position } from './event-log.ts';

/** Whether everything before `ends` has been read; an empty partition needs no position. */
export function haveReached(positions: readonly Position[], ends: readonly Position[]): boolean {
  const isReached = (end: Position) =>
    positions.some(
      ({ topic, partition, next }) => topic === end.topic && partition === end.partition && next >= end.next,
    );
  return ends.every(end => end.next === 0 || isReached(end));
}
