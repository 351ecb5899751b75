/** The HTTP server of ingest: the documented routes, and the operations routes that every role has. */
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import { connectionsWithin, openFilesLimit } from '../../platform/open-files.ts';
import { operationsRoutes } from '../../platform/operations-routes.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import {
  answerUnknownAddress,
  answerUnknownAddresses,
  NO_SUCH_ADDRESS,
} from '../../platform/unknown-address.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { errorBody } from '../../schemas/errors.ts';
import { openApi } from '../../schemas/openapi.ts';
import { ANSWER_HEADERS, setAnswerHeaders } from './answer-headers.ts';
import { traceIdOfRequest } from './arrival.ts';
import { Authenticator } from './authenticate.ts';
import { comeAgain, NoRoomNow } from './come-again.ts';
import { Connections } from './connections.ts';
import { Drain } from './drain.ts';
import { extractRoutes } from './extract-routes.ts';
import { Intake } from './intake.ts';
import type { ServerPorts } from './ports.ts';
import { answerBrokenHttp, checkProtocol } from './protocol.ts';
import { addRoutes } from './routes.ts';
import { FORM_OVERHEAD_BYTES } from './upload.ts';

/**
 * Not imported: an import reads everything the module exports, which includes WebSocket, for which Node loads 14 MB
 * within 50 ms.
 */
const { maxHeaderSize: MAX_HEADER_BYTES } = process.getBuiltinModule('node:http');
/** Time limit for a whole upload, after which the connection is closed. */
const REQUEST_TIMEOUT_MS = 120_000;
/** A request's head is small, so it must arrive within this many windows of STALL_MS. */
const HEAD_WINDOWS = 2;
/** How often Node checks for late requests. */
const CHECK_MS = 5_000;
/**
 * Longer than load balancers keep idle connections (nginx 60 s, Traefik 90, Caddy 120, Google's 600), so that they
 * close first. A request that crosses our closing is lost, and no proxy may repeat a POST. An idle connection costs 16
 * KB, and is closed earlier if there are too many.
 */
const KEEP_ALIVE_MS = 620_000;

export async function createServer(ports: ServerPorts): Promise<{ server: FastifyInstance; drain: Drain }> {
  const { settings, telemetry } = ports;
  const server = fastify({
    logger: false,
    bodyLimit: settings.MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // While stopping, the last requests on kept connections are answered like all others (see drain.ts).
    return503OnClosing: false,
    http: {
      // Node's own refusal has no body (see checkProtocol).
      requireHostHeader: false,
      headersTimeout: Math.min(HEAD_WINDOWS * settings.STALL_MS, REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(settings.STALL_MS, CHECK_MS),
    },
    // Allow parameters of any length that Node accepts: a job_id that is far too long then gets 401 or 403 before 404,
    // like any other.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // An address that cannot be decoded names nothing.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      reply.code(404).headers(ANSWER_HEADERS).send(NO_SUCH_ADDRESS),
    clientErrorHandler: answerBrokenHttp(() => connections),
  });
  // Leave all bodies unparsed: the routes check the content type themselves.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.removeContentTypeParser(['application/json', 'text/plain']);
  // The order matters, and so does being first: a hook that runs a turn later would miss a request that is followed by
  // bytes that are not HTTP.
  setAnswerHeaders(server);
  const connections = new Connections(
    server,
    { stallMs: settings.STALL_MS, most: mostConnections(settings.MAX_CONNECTIONS, telemetry) },
    why => telemetry.connectionsCut.inc({ why }),
  );
  checkProtocol(server, connections);
  await server.register(multipart, {
    throwFileSizeLimit: false,
    // The document is the part named file, whether or not its sender gave a file name.
    isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
    limits: {
      fileSize: settings.MAX_UPLOAD_BYTES + 1,
      files: 2,
      fields: 8,
      parts: 10,
      fieldSize: 1024,
      headerPairs: 100,
    },
  });
  const drain = new Drain(server);
  measure(server, telemetry);
  answerFailures(server, telemetry);
  operationsRoutes(server, { telemetry, readiness: ports.readiness });
  const document = openApi({ compat: settings.COMPAT, mcp: settings.MCP === 'on' });
  server.get('/openapi.json', async (_request, reply) => reply.send(document));
  const intake = new Intake(ports, new Authenticator(ports.keys), connections);
  extractRoutes(server, ports, intake);
  await addRoutes(server, ports, intake, drain.leaving);
  return { server, drain };
}

function measure(server: FastifyInstance, telemetry: Telemetry): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    telemetry.requests.inc({ route, status: reply.statusCode });
    telemetry.requestSeconds.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
}

function answerFailures(server: FastifyInstance, { logger }: Telemetry): void {
  answerUnknownAddresses(server);
  server.setErrorHandler((error, request, reply) => {
    if (error instanceof NoRoomNow) return comeAgain(reply, error.message, error.retryAfterSeconds);
    const unavailable =
      error instanceof LogUnavailable ||
      error instanceof BlobStoreUnavailable ||
      error instanceof ViewStoreUnavailable;
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (!unavailable && status >= 400 && status < 500) {
      if (request.is404) return answerUnknownAddress(server, request, reply);
      return reply.code(400).send(errorBody('bad_request'));
    }
    logger.error(
      { route: request.routeOptions.url, trace_id: traceIdOfRequest(request), error: describe(error) },
      'a request failed for a reason of ours',
    );
    return comeAgain(reply, 'The service is temporarily unavailable.');
  });
}

function describe(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'unknown', message: '' };
}

function mostConnections(asked: number, { logger }: Telemetry): number {
  const openFiles = openFilesLimit();
  const most = connectionsWithin(openFiles, asked);
  if (most < asked)
    logger.warn(
      { openFiles, most },
      'fewer connections are taken than MAX_CONNECTIONS: too few files may be open',
    );
  return most;
}
