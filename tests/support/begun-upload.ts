/**
 * Sends a request with the first half of its document, and resolves once the service has received the head. `finish`
 * sends the second half and resolves to the status.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { fileBody, MULTIPART } from './multipart.ts';
import type { Service } from './service.ts';

export async function beginUpload(
  { base }: Pick<Service, 'base'>,
  apiKey: string,
  file: Uint8Array,
): Promise<{ finish: () => Promise<number> }> {
  const body = fileBody(file);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': MULTIPART,
    'content-length': body.length,
    // The interim answer shows that the request has been received.
    expect: '100-continue',
  };
  const upload = request(`${base}/v1/extract`, { method: 'POST', headers });
  const answered = new Promise<number>((resolve, reject) => {
    upload.once('error', reject);
    upload.once('response', response => resolve(response.resume().statusCode ?? 0));
  });
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(body.subarray(0, body.length / 2));
  return {
    finish: () => {
      upload.end(body.subarray(body.length / 2));
      return answered;
    },
  };
}
