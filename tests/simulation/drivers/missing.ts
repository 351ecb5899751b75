/**
 * A call that a driver does not have would look like an outage to the product, which waits for those: it is a defect of
 * the simulation, and ends the history.
 */
import { backend } from './backend.ts';

/** Asked of any object without being a call of a client: by promises, by inspection, by JSON. */
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
