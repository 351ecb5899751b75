/**
 * Names of results: they say which job each is of, so that one that no event names can be found when the job is erased, and what
 * proves its text where that was known when the name was given.
 */
import type { BlobKey } from './blob-store/blob-store.ts';
import { WHOLE_BYTES } from './blob-store/whole.ts';
import type { Pepper } from './peppers.ts';
import { ownedBy } from './stored-bytes/stored-bytes.ts';

/** How the name of every result of a job begins, behind its prefix. */
export const resultsOf = (keyId: string, jobId: string): string => `${ownedBy(keyId, jobId)}.`;

/** `id`: of this one result; a job that two extractors read has two. */
export const resultBlob = (keyId: string, jobId: string, id: string): BlobKey =>
  `result/${resultsOf(keyId, jobId)}${id}`;

const JOB_IN_NAME = /^(?:request\/|result\/[^.]+\.)([0-9a-f-]{36})(?:\.|$)/;

/** The job in the name of a result, or of what `requestBlobOf` names; undefined where there is none. */
export const jobInName = (key: BlobKey): string | undefined => JOB_IN_NAME.exec(key)?.[1];

/** 128 bits, in hex: nobody finds another text with the same ones, whoever knows the pepper included. */
const PROOF_DIGITS = 32;

/** Of a result's text, by its SHA-256 (hex). Under a pepper, as every hash in an event: once that is destroyed it ties to nothing. */
export const resultHmac = (pepper: Pepper, sha256: string): string => pepper.hmac('result', sha256);

export const proofOf = (hmac: string): string => hmac.slice(0, PROOF_DIGITS);

/** Larger results are stored while they are made, under a name that was given before: it proves nothing. */
export const MOST_PROVEN_BYTES = 8 * 1024 * 1024;
/**
 * Ends the name of a proven result that is too large to be read as a whole. A build from before takes it for a name without a proof; one
 * that it read as a whole it would refuse.
 */
const LARGE = '.large';

/** The name with what proves the text of so many bytes: its `resultHmac` under the pepper. */
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
