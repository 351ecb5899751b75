/** Finds where an element ends without reading its content. */

const SPACE = 32;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
/** Shorter names occur in any text, and checking each place would take as long as reading. */
const LEAST_CHARACTERS = 4;

export class ElementEnds {
  private readonly source: string;
  private isReadable: boolean | undefined;

  constructor(source: string) {
    this.source = source;
  }

  /**
   * Where the `</raw>` stands that closes the element whose content begins at `from`. -1 if only reading can tell:
   * there is another element of that name inside, an unusual spelling, or a comment or the like anywhere in the part.
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

  /** Whether the part has no comment, CDATA section or declaration, and no processing instruction except one at its start. */
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
