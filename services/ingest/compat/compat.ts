/** Routes that answer as other services do (docs/compat.md); each is added if COMPAT names it. */
import type { FastifyInstance } from 'fastify';
import type { Intake } from '../intake.ts';
import { type CompatPorts, Conversion } from './conversion.ts';
import { doclingRoutes } from './docling.ts';
import { openWebUiRoutes } from './openwebui.ts';
import { tikaRoutes } from './tika.ts';

const ROUTES = { tika: tikaRoutes, openwebui: openWebUiRoutes, docling: doclingRoutes } as const;

/** The body of a failure as each service's clients expect it. */
const FAILURE_BODIES: Readonly<Record<string, (code: string, message: string) => unknown>> = {
  tika: () => '',
  // FastAPI's shape, whose `detail` is shown to people, and our own error beside it. For a missing task docling's
  // client compares the wording.
  docling: (code, message) =>
    JSON.stringify({
      detail: code === 'not_found' ? message : `${code}: ${message}`,
      status: 'error',
      error: { code, message },
    }),
};

export async function compatRoutes(
  server: FastifyInstance,
  ports: CompatPorts,
  intake: Intake,
): Promise<void> {
  const conversion = new Conversion(ports, intake);
  for (const [name, routes] of Object.entries(ROUTES)) {
    if (!ports.settings.COMPAT.includes(name)) continue;
    await server.register(
      async scope => {
        scope.addHook('onSend', async (_request, reply, payload) => {
          if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
          const { code, message } = saidIn(payload, reply.statusCode);
          reply.header('X-Service-Error', code);
          const body = FAILURE_BODIES[name];
          if (body === undefined) return payload;
          reply.removeHeader('Content-Length');
          return body(code, message);
        });
        routes(scope, conversion);
      },
      { prefix: `/${name}-compat` },
    );
  }
}

/** The error in a failure's body; 401 and 403 carry `{message}` only. */
function saidIn(payload: string, status: number): { code: string; message: string } {
  const { error, message = '' } = JSON.parse(payload) as {
    error?: { code: string; message: string };
    message?: string;
  };
  if (error !== undefined) return error;
  return { code: status === 401 || status === 403 ? 'unauthorized' : 'unexpected', message };
}
