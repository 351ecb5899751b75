/** Opens frames whose page is in the page itself (`srcdoc`), as written by programs that save a page in one file. */
import { attribute, type HtmlElement, isElement, parseHtml, traverse } from './tree.ts';

/** No honest page has more; each costs a parser. */
const FRAMES_MAX = 200;
/** How many times a page's own length nested frames may add, since each level repeats it. */
const LENGTHS_MAX = 4;

export class Frames {
  private frames = FRAMES_MAX;
  private elements: number;
  private characters: number;

  /** All frames together may have as many elements as a page. */
  constructor(pageCharacters: number, elementCeiling: number) {
    this.elements = elementCeiling;
    this.characters = LENGTHS_MAX * pageCharacters;
  }

  /** Puts the frame's page in its place, if there is one. */
  open(frame: HtmlElement): void {
    const source = attribute(frame, 'srcdoc');
    if (source === undefined || this.frames <= 0 || source.length > this.characters) return;
    this.frames--;
    this.characters -= source.length;
    const page = parseHtml(source, this.elements);
    traverse(page, () => --this.elements > 0);
    const root = page.childNodes.find(isElement);
    if (root === undefined) return;
    root.parentNode = frame;
    // The content of an iframe itself is for browsers without frames, and never shown.
    frame.childNodes = [root];
    frame.tagName = 'section';
  }
}
