/** Frames whose page stands in the page itself (`srcdoc`), as programs write them that save a page in one file. */
import { attribute, type HtmlElement, isElement, parseHtml, traverse } from './tree.ts';

/** No honest page has more; each costs a parser. */
const FRAMES_MAX = 200;
/** What frames in frames may add to a page's own length, which each level repeats. */
const LENGTHS_MAX = 4;

export class Frames {
  private frames = FRAMES_MAX;
  private elements: number;
  private characters: number;

  /** All frames together have as many elements as a page. */
  constructor(pageCharacters: number, elementCeiling: number) {
    this.elements = elementCeiling;
    this.characters = LENGTHS_MAX * pageCharacters;
  }

  /** Puts the frame's page into its place, if it is there. */
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
    // What an iframe holds itself is for browsers without frames, and never shown.
    frame.childNodes = [root];
    frame.tagName = 'section';
  }
}
