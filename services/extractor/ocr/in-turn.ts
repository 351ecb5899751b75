/** Work on several pictures at once whose results are wanted in order. */

/** The results of `begin` for 0, 1 … `count` - 1, in that order. Up to `atOnce` are begun before the first is taken. */
export async function* inTurn<T>(
  count: number,
  atOnce: number,
  begin: (index: number) => Promise<T>,
): AsyncGenerator<PromiseSettledResult<T>> {
  const begun: Promise<PromiseSettledResult<T>[]>[] = [];
  for (let taken = 0; taken < count; taken++) {
    while (begun.length < Math.min(count - taken, atOnce))
      begun.push(Promise.allSettled([begin(taken + begun.length)]));
    yield* (await begun.shift()) ?? [];
  }
}
