/**
 * The entries of one generation, or of whichever is live while it is read: names are ordered, so reading continues in
 * another generation after the last name.
 */
import { type Entries, type Entry, SHOWN_VIEWS, type ShownView } from '../entries.ts';
import type { ViewDatabase } from './view-database.ts';

/** Calls `at` with the generation to read. */
type Look = <T>(at: (views: Pick<ViewDatabase, 'entriesAfter' | 'value'>) => T) => T;

export class ShownEntries implements Entries {
  private readonly look: Look;

  constructor(look: Look) {
    this.look = look;
  }

  async *entries(view: ShownView): AsyncGenerator<readonly Entry[]> {
    for (let after = ''; ; ) {
      const slice = this.look(views => views.entriesAfter(view, after));
      const last = slice.at(-1);
      if (last === undefined) return;
      yield slice;
      after = last.name;
    }
  }

  async values(view: ShownView, names: readonly string[]): Promise<(string | undefined)[]> {
    return names.map(name => this.look(views => views.value(view, name)));
  }

  async snapshot(): Promise<string> {
    const lines: string[] = [];
    for (const view of SHOWN_VIEWS)
      for await (const slice of this.entries(view))
        lines.push(...slice.map(({ name, value }) => JSON.stringify([view, name, value])));
    return lines.join('\n');
  }
}
