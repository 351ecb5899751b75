/** What every answer of POST and GET /v1/extract must look like, whatever a test asks for. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { BODY_SCHEMAS } from '../../schemas/body-schemas.ts';
import { ERRORS, type ErrorCode } from '../../schemas/errors.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of any body; checkAnswer has held it against its schema
  body: any;
}

const QUOTA = ['x-quota-limit', 'x-quota-remaining', 'x-quota-reset'];
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];
const STATUSES = {
  POST: [200, 202, 400, 401, 403, 413, 415, 422, 429, 501, 504],
  GET: [200, 400, 401, 403, 404, 413, 415, 422, 501, 504],
};

/** A failure of the service's own dependencies, or its stopping (docs/decisions/0003). */
const UNAVAILABLE = 503;

const ajv = new Ajv2020({
  strict: false,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  },
});
ajv.addSchema({ $id: 'textrail', components: { schemas: BODY_SCHEMAS } });
const validators = new Map<string, ValidateFunction>();

/** Throws unless `body` matches the schema `name` exactly. */
export function assertBody(name: string, body: unknown): void {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `textrail#/components/schemas/${name}` });
  validators.set(name, validate);
  assert.ok(
    validate(body),
    `not a ${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)?.slice(0, 500)}`,
  );
}

export function checkAnswer(method: 'POST' | 'GET', answer: Answer): void {
  const { status, headers, body } = answer;
  const shown = `${status} ${answer.text.slice(0, 300)}`;
  assert.ok([...STATUSES[method], UNAVAILABLE].includes(status), `${method} never answers ${shown}`);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', shown);
  assert.equal(headers.get('cache-control'), 'no-store', shown);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', shown);
  assertBody(bodyName(method, answer), body);
  if (status === UNAVAILABLE) {
    assert.equal(body.error.code, 'timeout', shown);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/, `retry-after on ${shown}`);
    return;
  }
  if (body.status === 'error') assert.equal(status, ERRORS[body.error.code as ErrorCode].status, shown);
  assertHeaders(expectedHeaders(method, answer), headers, shown);
}

function bodyName(method: string, { status, body }: Answer): string {
  if (status === 401 || status === 403) return 'AuthFailure';
  if (status === 202) return 'JobAccepted';
  if (status !== 200) return 'ExtractError';
  if (method === 'GET' && body?.status === 'processing') return 'JobProcessing';
  return body !== null && typeof body === 'object' && 'elements' in body ? 'JsonSuccess' : 'ExtractSuccess';
}

function expectedHeaders(method: string, { status, body }: Answer): string[] {
  if (method === 'GET') return [];
  if (status === 200 || status === 202) return QUOTA;
  if (status !== 429) return [];
  return body.error.code === 'quota_exceeded' ? [...QUOTA, ...RATE] : RATE;
}

/** Asserts that of all documented headers exactly these are present, each a whole number. */
function assertHeaders(expected: readonly string[], headers: Headers, shown: string): void {
  for (const name of [...QUOTA, ...RATE]) {
    if (expected.includes(name)) assert.match(headers.get(name) ?? '', /^\d+$/, `${name} on ${shown}`);
    else assert.equal(headers.get(name), null, `${name} on ${shown}`);
  }
}
