/**
 * Names of results. A name contains its job, so that a result that no event names can be found when the job is erased;
 * and a proof of its text, if the text was known when the name was given.
 */
import type { BlobKey } from './blob-store/blob-store.ts';
import { WHOLE_BYTES } from './blob-store/whole.ts';
import type { Pepper } from './peppers.ts';
import { ownedBy } from './stored-bytes/stored-bytes.ts';

/** The start of the name of every result of a job, after the prefix. */
export const resultsOf = (keyId: string, jobId: string): string => `${ownedBy(keyId, jobId)}.`;

/** The name of one result; `id` tells it from others of the same job, since a job that two extractors read has two. */
export const resultBlob = (keyId: string, jobId: string, id: string): BlobKey =>
  `result/${resultsOf(keyId, jobId)}${id}`;

const JOB_IN_NAME = /^(?:request\/|result\/[^.]+\.)([0-9a-f-]{36})(?:\.|$)/;

/** The job in the name of a result, or of a blob that `requestBlobOf` names; undefined if there is none. */
export const jobInName = (key: BlobKey): string | undefined => JOB_IN_NAME.exec(key)?.[1];

/** 128 bits in hex digits: nobody can find another text with the same digits, even with the pepper. */
const PROOF_DIGITS = 32;

/**
 * HMAC of a result's text from its SHA-256 (hex). It uses a pepper, like every hash in an event: once the pepper is
 * destroyed, the hash leads to nothing.
 */
export const resultHmac = (pepper: Pepper, sha256: string): string => pepper.hmac('result', sha256);

export const proofOf = (hmac: string): string => hmac.slice(0, PROOF_DIGITS);

/** Larger results are stored while they are produced, under a name given beforehand, so their names contain no proof. */
export const MOST_PROVEN_BYTES = 8 * 1024 * 1024;
/**
 * Ends the name of a proven result that is too large to be read as a whole. An earlier version takes such a name for
 * one without a proof; without the ending, it would read the result as a whole and refuse it.
 */
const LARGE = '.large';

/** The name extended by a proof of the text: its `resultHmac` under the pepper. `bytes` is the text's length. */
export const provenResult = (
  name: BlobKey,
  pepper: Pick<Pepper, 'id'>,
  hmac: string,
  bytes: number,
): BlobKey => `${name}.${pepper.id}.${proofOf(hmac)}${bytes > WHOLE_BYTES ? LARGE : ''}` as BlobKey;

const PROOF_IN_NAME = /^result\/([^.]+)\.[^.]+\.[^.]+\.([^.]+)\.([0-9a-f]{32})(\.large)?$/;

export interface Proof {
  keyId: string;
  pepper: string;
  code: string;
  isLarge: boolean;
}

export function proofInName(key: BlobKey): Proof | undefined {
  const [, keyId, pepper, code, large] = PROOF_IN_NAME.exec(key) ?? [];
  return keyId && pepper && code ? { keyId, pepper, code, isLarge: large === LARGE } : undefined;
}
