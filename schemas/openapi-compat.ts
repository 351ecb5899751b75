/**
 * The routes that COMPAT and MCP turn on, in /openapi.json. Their bodies are described by the services they imitate
 * (docs/compat.md).
 */
import { AUTHENTICATION_FAILURES, type Node, UNAVAILABLE } from './openapi-parts.ts';

interface Address {
  method: 'put' | 'post' | 'get';
  path: string;
  summary: string;
  /** Type of the request's body; absent for `get`. */
  takes?: 'document' | 'form' | 'json';
  answers: readonly string[];
}

const JSON_TYPE = 'application/json';
const tika = (path: string, summary: string, answers: readonly string[]): Address => ({
  method: 'put',
  path: `/tika-compat${path}`,
  summary,
  takes: 'document',
  answers,
});

const ADDRESSES: Readonly<Record<string, readonly Address[]>> = {
  tika: [
    tika('/tika', 'Text, XHTML or JSON of a document, by Accept', ['text/plain', 'text/html', JSON_TYPE]),
    tika('/tika/text', 'Metadata and text of a document', [JSON_TYPE]),
    tika('/rmeta', 'Metadata and XHTML of a document, as a list of one', [JSON_TYPE]),
    tika('/rmeta/text', 'Metadata and text of a document, as a list of one', [JSON_TYPE]),
    tika('/meta', 'Metadata of a document', [JSON_TYPE]),
    tika('/detect/stream', 'Type of a document', ['text/plain']),
  ],
  openwebui: [
    {
      method: 'put',
      path: '/openwebui-compat/process',
      summary: 'Markdown of a document, page by page',
      takes: 'document',
      answers: [JSON_TYPE],
    },
  ],
  docling: [
    {
      method: 'post',
      path: '/docling-compat/v1/convert/file',
      summary: 'Markdown, text, HTML or a DoclingDocument of a file',
      takes: 'form',
      answers: [JSON_TYPE],
    },
    {
      method: 'post',
      path: '/docling-compat/v1/convert/source',
      summary: 'Markdown, text, HTML or a DoclingDocument of one source',
      takes: 'json',
      answers: [JSON_TYPE],
    },
    {
      method: 'post',
      path: '/docling-compat/v1/convert/file/async',
      summary: 'The same as a task, whose id is answered',
      takes: 'form',
      answers: [JSON_TYPE],
    },
    {
      method: 'post',
      path: '/docling-compat/v1/convert/source/async',
      summary: 'The same as a task, of one source',
      takes: 'json',
      answers: [JSON_TYPE],
    },
    {
      method: 'get',
      path: '/docling-compat/v1/status/poll/{task_id}',
      summary: 'Whether a task has ended; `wait` is for how many seconds to wait for it, at most 20',
      answers: [JSON_TYPE],
    },
    {
      method: 'get',
      path: '/docling-compat/v1/result/{task_id}',
      summary: 'The result of a task that has ended',
      answers: [JSON_TYPE],
    },
  ],
};

const BODIES: Readonly<Record<NonNullable<Address['takes']>, Node>> = {
  document: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  form: { 'multipart/form-data': { schema: { type: 'object' } } },
  json: { [JSON_TYPE]: { schema: { type: 'object' } } },
};

/** JSON-RPC 2.0 over HTTP; the protocol defines its messages. */
export const MCP_PATHS: Node = {
  '/mcp': {
    post: {
      operationId: 'modelContextProtocol',
      summary: 'The Model Context Protocol, streamable HTTP, without sessions',
      requestBody: { required: true, content: BODIES.json },
      responses: {
        200: {
          description: 'a JSON-RPC answer',
          content: { [JSON_TYPE]: {}, 'text/event-stream': {} },
        },
        202: { description: 'a notification was taken' },
        '4XX': { description: 'no message of the protocol' },
        ...AUTHENTICATION_FAILURES,
        ...UNAVAILABLE,
      },
    },
  },
};

const TASK_ID: Node = { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } };

/** `names`: as in COMPAT. */
export function compatPaths(names: readonly string[]): Node {
  const addresses = names.flatMap(name => ADDRESSES[name] ?? []);
  return Object.fromEntries(
    addresses.map(address => [address.path, { [address.method]: operation(address) }]),
  );
}

function operation({ path, summary, takes, answers }: Address): Node {
  const content = Object.fromEntries(answers.map(type => [type, {}]));
  return {
    operationId: path
      .replace(/\W+$/, '')
      .slice(1)
      .replace(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    summary,
    tags: ['compatible addresses'],
    ...(takes && { requestBody: { required: true, content: BODIES[takes] } }),
    ...(path.includes('{task_id}') && { parameters: [TASK_ID] }),
    responses: {
      200: { description: 'as the service answers whose address this is', content },
      '4XX': { description: 'refused, or not to be read: X-Service-Error names the code' },
      504: { description: 'COMPAT_WAIT_MS has passed; X-Service-Error is `timeout`, the job goes on' },
      ...AUTHENTICATION_FAILURES,
      ...UNAVAILABLE,
    },
  };
}
