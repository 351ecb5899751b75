/** The thread of `renderings.ts`: renders one result after another. */
import { parentPort } from 'node:worker_threads';
import type { Order } from './order.ts';
import { render } from './render.ts';

export interface Task {
  json: Uint8Array;
  order: Order;
}

export type Done = { body: Uint8Array | null } | { failed: string };

parentPort?.on('message', ({ json, order }: Task) => {
  render(json, order).then(
    body => parentPort?.postMessage({ body } satisfies Done),
    error => parentPort?.postMessage({ failed: String(error) } satisfies Done),
  );
});
