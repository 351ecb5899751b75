/** What a read model shows, entry by entry and in slices, so that two of any size can be compared. For operators. */

/** Every projected view that is shown to anybody. */
export const SHOWN_VIEWS = ['jobs', 'keys', 'quota', 'in-flight', 'idempotency'] as const;
export type ShownView = (typeof SHOWN_VIEWS)[number];

export interface Entry {
  /** Name within the view: a job's id, or a key's id and a month. It has no other meaning. */
  name: string;
  /** As the store spells it; in `jobs`, the state as JSON. Leaves out what depends on how it was projected. */
  value: string;
}

export interface Entries {
  /**
   * All entries of a view, some hundreds at a time and in no order. An entry that exists from the first slice to the
   * last is in at least one of them, perhaps two. May reject with `ReadModelReplaced` if another model goes live
   * meanwhile.
   */
  entries(view: ShownView): AsyncIterable<readonly Entry[]>;
  /** Their current values; undefined for entries that do not exist. */
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
