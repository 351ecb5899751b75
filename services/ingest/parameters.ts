/** The query parameters and headers of POST /v1/extract and POST /v1/jobs, checked. Unknown parameters are ignored. */
import { Refusal } from './refusal.ts';

export interface Parameters {
  url: string | null;
  asynchronous: boolean;
  webhookUrl: string | null;
  /** Address that the result is PUT to; POST /v1/jobs only. */
  resultUrl: string | null;
  format: 'text' | 'json';
  idempotencyKey: string | null;
}

const FORMATS = ['text', 'markdown', 'json'];
const QUALITIES = ['standard', 'premium'];
/** Longer than any address that servers commonly accept. */
const URL_CEILING_CHARACTERS = 8_192;
const IDEMPOTENCY_KEY_CEILING_CHARACTERS = 255;

/** Why a webhook could never be delivered to the address, judging by the address alone; undefined if it might be. */
export type RefusedAtSight = (url: URL) => 'address' | 'port' | undefined;

/**
 * Parses the parameters. Throws a `Refusal`: `bad_request` if one is malformed, `not_implemented` if it is valid but
 * not available yet.
 */
export function parseParameters(
  query: Record<string, unknown>,
  idempotencyKey: unknown,
  refusedWebhook: RefusedAtSight,
): Parameters {
  const format = choice(query, 'format', FORMATS, 'text');
  const quality = choice(query, 'quality', QUALITIES, 'standard');
  const url = address(query, 'url', ['https']);
  const webhookUrl = address(query, 'webhook_url', ['https', 'http']);
  const asynchronous = choice(query, 'async', ['true', 'false'], 'false') === 'true';
  const key = checkedIdempotencyKey(idempotencyKey);
  if (webhookUrl !== null) checkReceiver('webhook_url', refusedWebhook(new URL(webhookUrl)));
  if (format === 'markdown' || quality === 'premium') throw new Refusal('not_implemented');
  return {
    url,
    asynchronous,
    webhookUrl,
    resultUrl: null,
    format: format === 'json' ? 'json' : 'text',
    idempotencyKey: key,
  };
}

/**
 * Parses the parameters of POST /v1/jobs: those of an extraction that is always asynchronous, and `result_url`. Throws
 * as `parseParameters`.
 */
export function parseJobParameters(
  query: Record<string, unknown>,
  idempotencyKey: unknown,
  refusedReceiver: RefusedAtSight,
): Parameters {
  const resultUrl = address(query, 'result_url', ['https', 'http']);
  if (resultUrl !== null) {
    // A job has one delivery only, with its attempts.
    if (query.webhook_url !== undefined)
      throw new Refusal('bad_request', 'Give either a webhook_url or a result_url, not both.');
    checkReceiver('result_url', refusedReceiver(new URL(resultUrl)));
  }
  const parameters = parseParameters({ ...query, async: 'true' }, idempotencyKey, refusedReceiver);
  return { ...parameters, resultUrl };
}

function single(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw new Refusal('bad_request', `The parameter ${name} is given more than once.`);
  return value;
}

function choice(query: Record<string, unknown>, name: string, choices: string[], otherwise: string): string {
  const value = single(query, name) ?? otherwise;
  if (!choices.includes(value))
    throw new Refusal('bad_request', `The parameter ${name} must be one of: ${choices.join(', ')}.`);
  return value;
}

function address(query: Record<string, unknown>, name: string, schemes: string[]): string | null {
  const value = single(query, name);
  if (value === undefined) return null;
  // `URL` repairs `https:a` and `https:///a` as browsers do; here they are refused, because the caller's code built the
  // address wrongly.
  const isWhole = new RegExp(`^(${schemes.join('|')})://[^/\\\\]`, 'i').test(value);
  if (!isWhole || value.length > URL_CEILING_CHARACTERS || !URL.canParse(value))
    throw new Refusal(
      'bad_request',
      `The parameter ${name} must be an address with ${schemes.join(':// or ')}://, percent-encoded, of at most ${URL_CEILING_CHARACTERS} characters.`,
    );
  const parsed = new URL(value);
  if (parsed.username !== '' || parsed.password !== '')
    throw new Refusal('bad_request', `The parameter ${name} must not hold credentials.`);
  return parsed.href;
}

function checkReceiver(name: string, refused: ReturnType<RefusedAtSight>): void {
  if (refused === 'port')
    throw new Refusal('bad_request', `The parameter ${name} must be on port 80 or 443.`);
  if (refused === 'address')
    throw new Refusal('bad_request', `The parameter ${name} must be a public address.`, { abusive: true });
}

function checkedIdempotencyKey(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || value === '' || value.length > IDEMPOTENCY_KEY_CEILING_CHARACTERS)
    throw new Refusal(
      'bad_request',
      `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_CEILING_CHARACTERS} characters.`,
    );
  return value;
}
