/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions. Each request gets its own server with
 * the caller's key, so any instance can answer any request.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { type CallToolResult, createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../../core/keys/key.ts';
import { timeOfId } from '../../../platform/ids.ts';
import { checkStanding } from '../admission.ts';
import { comeAgain } from '../come-again.ts';
import { type Reader, readBase64, readJson } from '../document-bodies.ts';
import type { Intake } from '../intake.ts';
import { JsonBodies } from '../json-bodies.ts';
import type { PollingPorts } from '../polling.ts';
import { Refusal } from '../refusal.ts';
import { WaitedJobs } from '../waited-job.ts';
import { type McpDocuments, type McpEnd, type McpSource, mcpServer, ToolFailure } from './tools.ts';

/** Largest document in base64; it is in memory several times before it is stored. Larger ones go by url. */
const DOCUMENT_CEILING_BYTES = 4 * 1024 * 1024;
/** Shorter than the 60 s after which the SDK's clients give up. */
const WAIT_MS = 45_000;
const TOO_OFTEN = 'This key asks far more often than its documents can be read.';

export function mcpRoute(server: FastifyInstance, ports: PollingPorts, intake: Intake): void {
  const jobs = new WaitedJobs(ports, intake);
  const bodies = new JsonBodies(intake.connections);
  server.post('/mcp', (request, reply) =>
    intake.attend(request, reply, async key => {
      const reader = {
        request,
        reply,
        blobs: ports.blobs,
        ceilingBytes: DOCUMENT_CEILING_BYTES,
        keyId: key.keyId,
      };
      const serve = async () => {
        const parsedBody = await readJson(reader);
        if (!admitsRest(parsedBody)) return comeAgain(reply, TOO_OFTEN);
        const documents = new JobsOfKey(jobs, reader, key);
        const handler = createMcpHandler(() => mcpServer(documents), { keepAliveMs: 0 });
        try {
          return await send(reply, await handler.fetch(webRequest(request), { parsedBody }));
        } finally {
          await handler.close();
        }
      };
      const admits = () => intake.admitsPoll(key);
      // Each call in a batch (JSON-RPC 2.0, 6) counts as one request.
      const admitsRest = (body: unknown) => !Array.isArray(body) || body.slice(1).every(admits);
      if (!admits()) return comeAgain(reply, TOO_OFTEN);
      if (!bodies.isLarge(request)) return serve();
      // A body this large can only be a document, so do not read it if the key may not send documents now.
      await checkStanding(ports.views, key, intake.limitOf(key));
      return bodies.run(request, key.keyId, serve);
    }),
  );
}

class JobsOfKey implements McpDocuments {
  readonly hasFiles = false;
  private readonly jobs: WaitedJobs;
  private readonly reader: Reader;
  private readonly key: KeyState;

  constructor(jobs: WaitedJobs, reader: Reader, key: KeyState) {
    this.jobs = jobs;
    this.reader = reader;
    this.key = key;
  }

  async submit(source: McpSource): Promise<string> {
    const { request } = this.reader;
    const { jobId } = await told(() =>
      this.jobs.submit(request, this.key, {
        url: () => ('url' in source ? source.url : null),
        document: inTurn => readBase64('base64' in source ? source.base64 : '', this.reader, inTurn),
      }),
    );
    return jobId;
  }

  async end(jobId: string): Promise<McpEnd | null> {
    if (timeOfId(jobId.toLowerCase()) === undefined) throw new ToolFailure('not_found', 'No such job.');
    const { socket } = this.reader.request.raw;
    const isGone = () => socket.destroyed;
    const patience = { ms: WAIT_MS, mayAskAgain: true, isGone };
    const end = await told(() => this.jobs.end(jobId.toLowerCase(), this.key, patience));
    if (end?.kind !== 'read') return end;
    return {
      kind: 'read',
      piece: order => told(async () => pieceIn(await end.render({ as: 'mcp', ...order }))),
    };
  }
}

/** Empty if nothing was rendered, because the caller has gone. */
function pieceIn(json: Buffer | null): CallToolResult {
  return json === null ? { content: [] } : (JSON.parse(json.toString()) as CallToolResult);
}

/** Turns a refusal into the tool's answer, because the request itself was valid. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const after = error.headers['Retry-After'];
    throw new ToolFailure(
      error.code,
      after === undefined ? error.message : `${error.message} Retry after ${after} s.`,
    );
  }
}

/** The request as the SDK expects it: it checks only the headers, since the body has been read. */
function webRequest({ headers }: FastifyRequest): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && name !== 'authorization' && name !== 'content-length')
      given.set(name, value);
  return new Request('http://textrail/mcp', { method: 'POST', headers: given });
}

/** Headers of our own connection, not the SDK's: it says keep-alive for a stream although the caller may have asked to close. */
const OURS: ReadonlySet<string> = new Set(['connection', 'content-length']);

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (!OURS.has(name)) reply.header(name, value);
  if (response.body === null) return reply.send();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return reply.send(Buffer.from(await response.arrayBuffer()));
  return reply.send(Readable.fromWeb(response.body as WebStream<Uint8Array>));
}
