/** The OpenAPI 3.1.0 document served at /openapi.json, built from the tables that the code itself uses. */
import { BODY_SCHEMAS } from './body-schemas.ts';
import { compatPaths, MCP_PATHS } from './openapi-compat.ts';
import { EXAMPLES, withExamples } from './openapi-examples.ts';
import { JOB_LIST, JOB_PATHS } from './openapi-jobs.ts';
import {
  AUTHENTICATION_FAILURES,
  errorsWith,
  failures,
  header,
  json,
  type Node,
  query,
  UNAVAILABLE,
} from './openapi-parts.ts';

const QUOTA_HEADERS: Node = {
  'X-Quota-Limit': header("the key's monthly document quota"),
  'X-Quota-Remaining': header('documents remaining in the billing period, floored at 0'),
  'X-Quota-Reset': header('epoch seconds of the next monthly reset'),
};

const RATE_HEADERS: Node = {
  'X-RateLimit-Limit': header('per-minute request limit'),
  'X-RateLimit-Remaining': header('requests remaining in the window, 0 when blocked'),
  'X-RateLimit-Reset': header('epoch seconds when the window resets'),
  'Retry-After': header('seconds until the relevant window resets'),
};

/** RFC 9110, 15.5.9; not in the interface's table either. */
const TOO_SLOW: Node = {
  408: {
    description: 'the body came too slowly, or others waited for its place: `timeout`, retry',
    content: json('ExtractError'),
  },
};

const PARAMETERS: Node[] = [
  query('url', 'an https:// address that the service fetches; excludes the file part', {
    type: 'string',
    format: 'uri',
  }),
  query('async', 'forces the job path', { type: 'boolean', default: false }),
  query('webhook_url', 'http:// or https:// address to which the job result is POSTed', {
    type: 'string',
    format: 'uri',
  }),
  query('format', 'output mode', { type: 'string', enum: ['text', 'markdown', 'json'], default: 'text' }),
  query('quality', 'premium is recognised and answered with 501', {
    type: 'string',
    enum: ['standard', 'premium'],
    default: 'standard',
  }),
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'a repeat under the same key replays the original answer, also when the quota is used up since',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
];

const UPLOAD: Node = {
  required: false,
  description: 'one part named file; omit the body when url is used',
  content: {
    'multipart/form-data': {
      // Optional, because most generated clients could otherwise not be called with a url.
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

const DELIVERY_HEADERS: Node[] = [
  [
    'X-Service-Signature',
    't=<unix seconds>,v1=<hex HMAC-SHA256 over the time, a full stop and the body>; several v1 while the secret is being changed',
  ],
  ['X-Service-Job-Id', 'the job'],
  ['X-Service-Delivery', 'the same on every attempt'],
  ['X-Service-Attempt', '1 to 4'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** The request that `webhook_url` receives: signed, and without the caller's key. */
const DELIVERY: Node = {
  security: [],
  summary: 'The result of a finished job, exactly as GET answers it',
  parameters: DELIVERY_HEADERS,
  requestBody: { required: true, content: json('ExtractSuccess', 'JsonSuccess', 'ExtractError') },
  responses: {
    '2XX': { description: 'received; anything else is tried again, up to 3 times' },
  },
};

/** Each operation's id must be unique in the whole document, callbacks included. */
const toWebhook = (operationId: string): Node => ({
  result: { '{$request.query.webhook_url}': { post: { operationId, ...DELIVERY } } },
});

const POST_FAILURES: Node = {
  ...AUTHENTICATION_FAILURES,
  ...failures([400, 413, 415, 422, 501, 504]),
  ...TOO_SLOW,
  ...UNAVAILABLE,
  429: {
    description: `${errorsWith(429)}\n\nThe X-Quota-* headers appear on \`quota_exceeded\` only.`,
    headers: { ...RATE_HEADERS, ...QUOTA_HEADERS },
    content: json('ExtractError'),
  },
};

const POST: Node = {
  operationId: 'extract',
  summary: 'Extract text from one document',
  parameters: PARAMETERS,
  requestBody: UPLOAD,
  callbacks: toWebhook('receiveResult'),
  responses: {
    200: {
      description: 'the extracted text',
      headers: QUOTA_HEADERS,
      content: withExamples(json('ExtractSuccess', 'JsonSuccess'), EXAMPLES),
    },
    202: { description: 'routed to the job path', headers: QUOTA_HEADERS, content: json('JobAccepted') },
    ...POST_FAILURES,
  },
};

const TO_RESULT_URL =
  'an http:// or https:// address, usually a presigned one of a bucket, to which the result is PUT';

/** The same as a job, whatever its size; its result may be delivered to a bucket. */
const POST_JOB: Node = {
  ...POST,
  operationId: 'submitJob',
  summary: 'Extract text from one document as a job',
  description:
    'As POST /v1/extract with `async=true`. With `result_url` the result is also PUT there, as `application/json` and with the headers of a webhook, success or failure, by the rules of a webhook: up to four attempts, public addresses only, no redirects. A job has one delivery: `result_url` and `webhook_url` exclude each other. In a repeat under an Idempotency-Key the query of `result_url` may differ, and that of the first request is used.',
  parameters: [
    ...PARAMETERS.filter(({ name }) => name !== 'async'),
    query('result_url', TO_RESULT_URL, { type: 'string', format: 'uri' }),
  ],
  callbacks: {
    ...toWebhook('receiveResultOfJob'),
    resultObject: {
      '{$request.query.result_url}': { put: { operationId: 'storeResult', ...DELIVERY } },
    },
  },
  responses: {
    202: { description: 'a job', headers: QUOTA_HEADERS, content: json('JobAccepted') },
    ...POST_FAILURES,
  },
};

const GET: Node = {
  operationId: 'getJob',
  summary: 'Poll an asynchronous job',
  parameters: [{ name: 'job_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
  responses: {
    200: {
      description: 'still running, or finished',
      content: json('JobProcessing', 'ExtractSuccess', 'JsonSuccess'),
    },
    ...AUTHENTICATION_FAILURES,
    ...failures([400, 404, 413, 415, 422, 501, 504]),
    ...UNAVAILABLE,
  },
};

interface Additions {
  compat?: readonly string[];
  mcp?: boolean;
}

/** `compat`: services whose routes are added; `mcp`: whether /mcp is added. */
export function openApi({ compat = [], mcp = false }: Additions = {}): Node {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Textrail',
      version: '1.0.0',
      description: 'Turns a document into plain text or a JSON element list.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to wherever this document was read from.
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: {
      '/v1/extract': { post: POST },
      '/v1/extract/{job_id}': { get: GET },
      '/v1/jobs': { post: POST_JOB, ...JOB_LIST },
      ...JOB_PATHS,
      ...compatPaths(compat),
      ...(mcp ? MCP_PATHS : {}),
    },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: BODY_SCHEMAS,
    },
  };
}
