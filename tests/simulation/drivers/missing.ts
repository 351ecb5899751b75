/**
 * Reports calls that a driver does not implement. The product would take the error for an outage and wait, so it is
 * treated as a defect of the simulation and ends the history.
 */
import { backend } from './backend.ts';

/** Properties that promises, inspection and JSON read from any object; reading them is no call of a client. */
const HARMLESS = new Set(['then', 'toJSON', 'constructor', 'inspect', 'captureRejections']);

export function failOnMissing(driver: { prototype: object; name: string }): void {
  const parent: object = Object.getPrototypeOf(driver.prototype);
  const missing = new Proxy(parent, {
    get(target, name, receiver) {
      if (name in target || typeof name === 'symbol' || name.startsWith('_') || HARMLESS.has(name))
        return Reflect.get(target, name, receiver);
      const error = new Error(`the simulated ${driver.name} has no ${name}`);
      backend().world.fail(error);
      throw error;
    },
  });
  Object.setPrototypeOf(driver.prototype, missing);
}
