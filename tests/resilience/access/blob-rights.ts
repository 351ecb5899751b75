/** What each role may do with blobs of each prefix, and a test of what a server lets it do. */
import { randomUUID } from 'node:crypto';
import type { AccessRole } from '../../../commands/access/roles.ts';
import { BLOB_PREFIXES, type BlobKey } from '../../../platform/blob-store/blob-store.ts';
import { S3BlobStore } from '../../../platform/blob-store/s3/s3-blob-store.ts';

type Rights = Record<'put' | 'read' | 'delete', string[]>;

export const MAY: Record<AccessRole, Rights> = {
  ingest: { put: ['source', 'request'], read: ['result'], delete: ['source'] },
  extractor: {
    put: ['source', 'result', 'page'],
    read: ['source', 'request', 'page'],
    delete: ['source', 'page'],
  },
  projector: { put: [], read: [], delete: ['source', 'request', 'result', 'page'] },
  webhooker: { put: [], read: ['request', 'result'], delete: [] },
  operator: { put: [], read: ['source', 'result'], delete: [] },
};

/** Tries every operation as `role` and returns those that succeed. `settings`: the S3_* settings of a role. */
export async function rightsOf(
  role: AccessRole,
  settings: (role: AccessRole) => Record<string, string>,
): Promise<Rights> {
  const [own, ingest, extractor] = await Promise.all(
    ([role, 'ingest', 'extractor'] as const).map(who => openStore(settings(who))),
  );
  if (!own || !ingest || !extractor) throw new Error('no store');
  await own.check();
  const done: Rights = { put: [], read: [], delete: [] };
  for (const prefix of BLOB_PREFIXES) {
    const key: BlobKey = `${prefix}/${randomUUID()}`;
    const blob = { key, bytes: Buffer.from('x') };
    await (prefix === 'result' || prefix === 'page' ? extractor : ingest).put(blob);
    const tries = {
      put: () => own.put({ ...blob, key: `${prefix}/${randomUUID()}` }),
      read: () => own.read(key, 10),
      delete: () => own.delete([key]),
    };
    for (const name of ['put', 'read', 'delete'] as const)
      await tries[name]().then(
        () => done[name].push(prefix),
        () => undefined,
      );
  }
  await Promise.all([own.close(), ingest.close(), extractor.close()]);
  return done;
}

function openStore(settings: Record<string, string>): Promise<S3BlobStore> {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = settings;
  return S3BlobStore.open({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: 'us-east-1',
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  });
}
