/** Names of results: they say which job each is of, so that one that no event names can be found when the job is erased. */
import type { BlobKey } from './blob-store/blob-store.ts';
import { ownedBy } from './stored-bytes/stored-bytes.ts';

/** How the name of every result of a job begins, behind its prefix. */
export const resultsOf = (keyId: string, jobId: string): string => `${ownedBy(keyId, jobId)}.`;

/** `id`: of this one result; a job that two extractors read has two. */
export const resultBlob = (keyId: string, jobId: string, id: string): BlobKey =>
  `result/${resultsOf(keyId, jobId)}${id}`;

const JOB_IN_NAME = /^(?:request\/|result\/[^.]+\.)([0-9a-f-]{36})(?:\.|$)/;

/** The job in the name of a result, or of what `requestBlobOf` names; undefined where there is none. */
export const jobInName = (key: BlobKey): string | undefined => JOB_IN_NAME.exec(key)?.[1];
