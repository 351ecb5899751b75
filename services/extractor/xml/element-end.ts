/** Finds where an element ends without reading what it holds. */

const SPACE = 32;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
/** Shorter names stand in any text; to look at each place would take as long as reading. */
const LEAST_CHARACTERS = 4;

export class ElementEnds {
  private readonly source: string;
  private isReadable: boolean | undefined;

  constructor(source: string) {
    this.source = source;
  }

  /**
   * Where `</raw>` stands that closes the element whose content begins at `from`; -1 where only reading tells: another of
   * its name inside, an odd spelling, a comment or the like somewhere in the part.
   */
  closeOf(raw: string, from: number): number {
    const { source } = this;
    if (raw.length < LEAST_CHARACTERS || !this.hasOnlyTags()) return -1;
    for (let at = source.indexOf(raw, from); at >= 0; at = source.indexOf(raw, at + raw.length)) {
      const before = source.charCodeAt(at - 1);
      const after = source.charCodeAt(at + raw.length);
      const isWhole = after === GREATER || after === SLASH || after <= SPACE;
      if (!isWhole || (before !== LESS && before !== SLASH)) continue;
      const isClose = before === SLASH && after === GREATER && source.charCodeAt(at - 2) === LESS;
      return isClose ? at - 2 : -1;
    }
    return -1;
  }

  /** No comment, section or declaration, and no instruction but the one that a part begins with. */
  private hasOnlyTags(): boolean {
    this.isReadable ??= !this.holdsAfterLess('!', 0) && !this.holdsAfterLess('?', 2);
    return this.isReadable;
  }

  private holdsAfterLess(sign: string, from: number): boolean {
    const { source } = this;
    for (let at = source.indexOf(sign, from); at >= 0; at = source.indexOf(sign, at + 1))
      if (source.charCodeAt(at - 1) === LESS) return true;
    return false;
  }
}
