/** Joins the look-ups of one turn of the event loop into one call of the store. */
export class LookedUp<T> {
  private readonly read: (ids: string[]) => Promise<(T | undefined)[]>;
  private waiting: Map<string, PromiseWithResolvers<T | undefined>> | undefined;

  /** `read` returns values in the order of its ids, each of which it gets once. */
  constructor(read: (ids: string[]) => Promise<(T | undefined)[]>) {
    this.read = read;
  }

  /** Rejects as `read` does, for all look-ups of the turn. */
  get(id: string): Promise<T | undefined> {
    if (this.waiting === undefined) {
      this.waiting = new Map();
      process.nextTick(() => void this.look());
    }
    const asked = this.waiting.get(id) ?? Promise.withResolvers<T | undefined>();
    this.waiting.set(id, asked);
    return asked.promise;
  }

  private async look(): Promise<void> {
    const waiting = this.waiting ?? new Map<string, PromiseWithResolvers<T | undefined>>();
    this.waiting = undefined;
    try {
      const found = await this.read([...waiting.keys()]);
      for (const [at, { resolve }] of [...waiting.values()].entries()) resolve(found[at]);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
