/**
 * What extractors say to each other about pages that are read elsewhere: ids, numbers, and nothing of a document. What was heard is
 * taken only in the shape that is written here.
 */
import type { Lane } from '../../../schemas/events.ts';

/** A loan's `id` is a UUID that its borrower made; `places`: how many further pages the speaker would take now. */
export type Word =
  /** To all: who reads as I do, and has workers of this lane with nothing to do? */
  | { kind: 'wanted'; lane: Lane; reading: string }
  | { kind: 'places'; lane: Lane; places: number }
  | { kind: 'claim'; lane: Lane; id: string }
  | { kind: 'granted' | 'refused'; lane: Lane; id: string; places: number }
  /** The pixels are in the store; `leftMs`: of the document's time. */
  | { kind: 'picture'; id: string; width: number; height: number; leftMs: number }
  /** Once a second: these are still in hand. */
  | { kind: 'holding'; ids: string[] }
  /** The lines are in the store. */
  | { kind: 'read'; lane: Lane; id: string; places: number }
  /** `busy`: somebody of their own came first; `failed`: it could not be read here. */
  | { kind: 'unread'; lane: Lane; id: string; places: number; why: 'busy' | 'failed' }
  /** To the reader: nobody wants anything of it any more. */
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

/** Undefined for what no extractor of this build says. */
export function heardWord(message: unknown): Word | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(message));
  const shape = Object.hasOwn(SHAPES, String(message.kind))
    ? SHAPES[message.kind as Word['kind']]
    : undefined;
  const fits = shape !== undefined && Object.entries(shape).every(([name, is]) => is(fields.get(name)));
  return fits ? (message as Word) : undefined;
}
