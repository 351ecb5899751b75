/**
 * The messages between extractors about pages that are read elsewhere: ids and numbers, nothing of a document. Received
 * messages are accepted only in the form defined here.
 */
import type { Lane } from '../../../schemas/events.ts';

/** A loan's `id` is a UUID created by its borrower; `places`: how many more pages the sender would take now. */
export type Word =
  /** To all: who reads with the same settings and has idle workers in this lane? */
  | { kind: 'wanted'; lane: Lane; reading: string }
  | { kind: 'places'; lane: Lane; places: number }
  | { kind: 'claim'; lane: Lane; id: string }
  | { kind: 'granted' | 'refused'; lane: Lane; id: string; places: number }
  /** The pixels are in the store; `leftMs`: time left for the document. */
  | { kind: 'picture'; id: string; width: number; height: number; leftMs: number }
  /** Sent once a second: these pages are still held. */
  | { kind: 'holding'; ids: string[] }
  /** The lines are in the store. */
  | { kind: 'read'; lane: Lane; id: string; places: number }
  /** `busy`: the reader's own documents came first; `failed`: it could not be read there. */
  | { kind: 'unread'; lane: Lane; id: string; places: number; why: 'busy' | 'failed' }
  /** To the reader: the page is not needed any more. */
  | { kind: 'done'; id: string };

type Shape = Record<string, (value: unknown) => boolean>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LONGEST_TEXT = 500;
export const MOST_IDS = 64;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_TEXT;
const isId = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isLane = (value: unknown): boolean => value === 'interactive' || value === 'bulk';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const OF_LOAN: Shape = { lane: isLane, id: isId, places: isCount };
const SHAPES: Readonly<Record<Word['kind'], Shape>> = {
  wanted: { lane: isLane, reading: isText },
  places: { lane: isLane, places: isCount },
  claim: { lane: isLane, id: isId },
  granted: OF_LOAN,
  refused: OF_LOAN,
  picture: { id: isId, width: isCount, height: isCount, leftMs: isCount },
  holding: { ids: value => Array.isArray(value) && value.length <= MOST_IDS && value.every(isId) },
  read: OF_LOAN,
  unread: { ...OF_LOAN, why: value => value === 'busy' || value === 'failed' },
  done: { id: isId },
};

/** The message; undefined if no extractor of this build would send it. */
export function heardWord(message: unknown): Word | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(message));
  const shape = Object.hasOwn(SHAPES, String(message.kind))
    ? SHAPES[message.kind as Word['kind']]
    : undefined;
  const fits = shape !== undefined && Object.entries(shape).every(([name, is]) => is(fields.get(name)));
  return fits ? (message as Word) : undefined;
}
