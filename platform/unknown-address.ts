/** Answers requests for which there is no route: 404, or 405 if there is a route with another method. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../schemas/errors.ts';

export const NO_SUCH_ADDRESS = errorBody('not_found', 'No such address.');

const SLASH_TOO_MANY = errorBody('not_found', 'No such address. There is one without the slash at its end.');

/** All methods that any of our routes has. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

export function answerUnknownAddresses(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) => answerUnknownAddress(server, request, reply));
}

/** Also for requests that fail before routing: a method for which Fastify requires a body, say. */
export function answerUnknownAddress(
  server: FastifyInstance,
  { url, method: asked }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [path = ''] = url.split('?', 1);
  const methodsAt = (address: string) =>
    METHODS.filter(method => server.findRoute({ method, url: address }) !== null);
  // Check this before listing allowed methods: `/v1/extract/` also matches a route with an id after the slash, so a
  // POST would be told to use GET.
  if (path.endsWith('/') && methodsAt(path.slice(0, -1)).some(method => method === asked))
    return reply.code(404).send(SLASH_TOO_MANY);
  const allowed = methodsAt(path);
  if (allowed.length === 0) return reply.code(404).send(NO_SUCH_ADDRESS);
  // RFC 9110, 15.5.6: the answer must list the allowed methods.
  const names = allowed.join(', ');
  const message = `This address takes ${names}, and not ${asked}.`;
  return reply.code(405).header('Allow', names).send(errorBody('bad_request', message));
}
