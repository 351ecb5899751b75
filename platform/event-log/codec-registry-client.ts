/** The two calls of the Confluent Schema Registry API (v1) that a log needs; other registries support them too. */

const CONTENT_TYPE = 'application/vnd.schemaregistry.v1+json';
const TIMEOUT_MS = 10_000;
/** A schema is a few kB; a longer answer is not one of ours. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * The registry did not do what was asked. `retryable` if it was out of reach, failed itself (5xx) or was busy (429).
 * Never contains the registry's address, which may hold credentials.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly retryable: boolean;
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
    this.retryable = status === undefined || status === 429 || status >= 500;
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new RegistryError('the schema registry answered too much', response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fieldOf(text: string, field: string): unknown {
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
}

export class RegistryClient {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  /** @param url address of the registry; `user:password@` in it becomes basic authentication */
  constructor(url: string) {
    const { username, password, origin, pathname } = new URL(url);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#base = `${origin}${pathname.replace(/\/$/, '')}`;
    this.#headers = { accept: CONTENT_TYPE, 'content-type': CONTENT_TYPE };
    if (username) this.#headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  /**
   * Registers a schema under a subject and returns its id; if it is registered already, nothing changes.
   * @throws RegistryError; status 409 if the registry finds it incompatible with earlier versions
   */
  async register(subject: string, schemaText: string): Promise<number> {
    const path = `/subjects/${encodeURIComponent(subject)}/versions`;
    const id = await this.#ask('id', path, { method: 'POST', body: JSON.stringify({ schema: schemaText }) });
    if (!Number.isInteger(id)) throw new RegistryError('the schema registry answered no id');
    return Number(id);
  }

  /** @throws RegistryError; status 404 if the registry has no such id */
  async schemaById(id: number): Promise<string> {
    const schema = await this.#ask('schema', `/schemas/ids/${id}`, {});
    if (typeof schema !== 'string') throw new RegistryError('the schema registry answered no schema');
    return schema;
  }

  async #ask(field: string, path: string, request: RequestInit): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const init: RequestInit = { ...request, headers: this.#headers, signal, redirect: 'error' };
      const response = await fetch(`${this.#base}${path}`, init);
      const text = await boundedText(response);
      if (!response.ok)
        throw new RegistryError(`the schema registry answered ${response.status}`, response.status);
      return fieldOf(text, field);
    } catch (error) {
      if (error instanceof RegistryError) throw error;
      const problem = signal.aborted ? 'did not answer' : `is out of reach${codeOf(error)}`;
      throw new RegistryError(`the schema registry ${problem}`);
    }
  }
}

/** The system's error code. Its message is left out, because it could contain the address. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? `: ${cause.code}` : '';
}
