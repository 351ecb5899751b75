/** Finds which headers and footers the sections of a document show (ECMA-376 part 1, 17.10). */

interface Reference {
  /** Its element and type: a section takes what it does not name itself from the section before. */
  place: string;
  type: string;
  id: string;
}

/** The headers and footers in use. Word keeps those of first and even pages even when they are switched off. */
export class Sections {
  private readonly inherited = new Map<string, Reference[]>();
  private readonly shown = new Set<Reference>();
  private named: Reference[] = [];
  private hasFirstPage = false;

  refer(element: string, type: string, id: string): void {
    this.named.push({ place: `${element} ${type}`, type, id });
  }

  /** Notes that the first page of the section has its own (`w:titlePg`). */
  markFirstPage(): void {
    this.hasFirstPage = true;
  }

  /** Ends the current section. */
  end(): void {
    for (const [place, references] of Map.groupBy(this.named, one => one.place))
      this.inherited.set(place, references);
    const all = [...this.named, ...[...this.inherited.values()].flat()];
    for (const one of all) if (one.type !== 'first' || this.hasFirstPage) this.shown.add(one);
    this.named = [];
    this.hasFirstPage = false;
  }

  /** Returns relationship ids in order of use. `hasEvenPages` is called only if there are any for even pages. */
  ids(hasEvenPages: () => boolean): string[] {
    const shown = [...this.shown];
    const isEven = ({ type }: Reference): boolean => type === 'even';
    const hidesEven = shown.some(isEven) && !hasEvenPages();
    return shown.filter(one => !(hidesEven && isEven(one))).map(({ id }) => id);
  }
}
