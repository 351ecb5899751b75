/** What is answered where no route is: 404, or 405 where there is one with another method. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../schemas/errors.ts';

export const NO_SUCH_ADDRESS = errorBody('not_found', 'No such address.');

const SLASH_TOO_MANY = errorBody('not_found', 'No such address. There is one without the slash at its end.');

/** All that any address of ours is for. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

export function answerUnknownAddresses(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) => answerUnknownAddress(server, request, reply));
}

/** For whoever fails before a route is looked for, too: a method of which Fastify wants a body, say. */
export function answerUnknownAddress(
  server: FastifyInstance,
  { url, method: asked }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [path = ''] = url.split('?', 1);
  const methodsAt = (address: string) =>
    METHODS.filter(method => server.findRoute({ method, url: address }) !== null);
  // Told before what the address is for: behind the slash of `/v1/extract/` an id could stand, and a POST was told of GET.
  if (path.endsWith('/') && methodsAt(path.slice(0, -1)).some(method => method === asked))
    return reply.code(404).send(SLASH_TOO_MANY);
  const allowed = methodsAt(path);
  if (allowed.length === 0) return reply.code(404).send(NO_SUCH_ADDRESS);
  // RFC 9110, 15.5.6: an origin server must say what is allowed instead.
  const names = allowed.join(', ');
  const message = `This address takes ${names}, and not ${asked}.`;
  return reply.code(405).header('Allow', names).send(errorBody('bad_request', message));
}
