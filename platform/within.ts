/**
 * The value, or undefined if it takes longer; the work itself goes on. With a plain timer: one that is aborted makes an
 * error with a stack each time, a tenth of the CPU of a process that waits for a few things in every request.
 */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  work.then(
    value => {
      clearTimeout(timer);
      resolve(value);
    },
    error => {
      clearTimeout(timer);
      reject(error);
    },
  );
  return promise;
}
