/** What a read model shows, entry by entry, in slices: two of any size can be compared. For operators. */

/** Everything projected that is shown to anybody. */
export const SHOWN_VIEWS = ['jobs', 'keys', 'quota', 'in-flight', 'idempotency'] as const;
export type ShownView = (typeof SHOWN_VIEWS)[number];

export interface Entry {
  /** Of the view: a job's id, a key's id and a month. Without meaning beyond that. */
  name: string;
  /** As the store spells it; of `jobs` the state as JSON. Without what differs by the way it was projected. */
  value: string;
}

export interface Entries {
  /**
   * All entries of a view, some hundreds at once and in no order. What stands there from the first slice to the last is in one
   * of them, perhaps in two. May reject with `ReadModelReplaced` where another model goes live meanwhile.
   */
  entries(view: ShownView): AsyncIterable<readonly Entry[]>;
  /** As they stand now; undefined for those that do not. */
  values(view: ShownView, names: readonly string[]): Promise<(string | undefined)[]>;
}

/** Entries in one slice. */
export const SLICE_ENTRIES = 500;

export class ReadModelReplaced extends Error {
  constructor() {
    super('the read model was replaced by another one while it was read');
    this.name = 'ReadModelReplaced';
  }
}
