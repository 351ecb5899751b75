/** The S3 client with `Signer`, and with a put of bytes in memory that neither copies nor hashes them again. */
import { hash } from 'node:crypto';
import { Client, type ClientOptions } from 'minio';
import { type Signatory, Signer } from './signer.ts';

type RequestArguments = Parameters<Client['makeRequestStreamAsync']>;

/** The client sends no hash over https, which already protects the body. */
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

export class SigningClient extends Client {
  private readonly signer: Signer;

  constructor(options: ClientOptions & Signatory) {
    super(options);
    this.signer = new Signer(options);
    // An anonymous client does not sign requests itself.
    this.anonymous = true;
  }

  /** Puts an object. Header names are in lower case. Returns the object's ETag, empty if there is none. */
  async put(
    bucketName: string,
    objectName: string,
    body: Buffer,
    sha256: string,
    beside: Record<string, string>,
  ): Promise<string> {
    if (body.length > this.partSize)
      return (await this.putObject(bucketName, objectName, body, body.length, beside)).etag;
    const headers: Record<string, string> = { ...beside, 'content-length': String(body.length) };
    if (!this.enableSHA256) headers['content-md5'] = hash('md5', body, 'base64');
    const options = { method: 'PUT', bucketName, objectName, headers };
    const covered = this.enableSHA256 ? sha256 : '';
    const answer = await this.makeRequestStreamAsync(options, body, covered, [200], '');
    return answer.resume().headers.etag ?? '';
  }

  override makeRequestStreamAsync(...[options, body, sha256, ...more]: RequestArguments) {
    const headers = { ...options.headers, 'x-amz-content-sha256': sha256 || UNSIGNED_PAYLOAD };
    return super.makeRequestStreamAsync({ ...options, headers }, body, sha256, ...more);
  }

  protected override getRequestOptions(...asked: Parameters<Client['getRequestOptions']>) {
    const request = super.getRequestOptions(...asked);
    this.signer.sign(request as typeof request & { method: string; path: string });
    return request;
  }
}
