/** Frames whose page stands in the page itself (`srcdoc`), as programs write them that save a page in one file. */
import { attribute, type HtmlDocument, type HtmlElement, isElement, parseHtml, traverse } from './tree.ts';

/** No honest page has more; each costs a parser. */
const FRAMES_MAX = 200;
/** Frames in frames. */
const DEPTH_MAX = 4;

/** Puts the frames' pages into their places. All together have as many elements as a page. */
export function openFrames(document: HtmlDocument, elementCeiling: number): void {
  const open: HtmlElement[] = [];
  let frames = 0;
  let elements = elementCeiling;
  traverse(
    document,
    node => {
      if (!isElement(node)) return false;
      const source = node.tagName === 'iframe' ? attribute(node, 'srcdoc') : undefined;
      if (source !== undefined && frames < FRAMES_MAX && open.length < DEPTH_MAX) {
        elements -= fill(node, source, elements);
        frames++;
        open.push(node);
      }
      return true;
    },
    element => {
      if (open.at(-1) === element) open.pop();
    },
  );
}

/** Answers how many nodes the frame's page has. */
function fill(frame: HtmlElement, source: string, elementCeiling: number): number {
  const page = parseHtml(source, elementCeiling);
  const root = page.childNodes.find(isElement);
  if (root === undefined) return 0;
  root.parentNode = frame;
  frame.childNodes = [root];
  // An iframe's own text is for browsers without frames, and never shown.
  frame.tagName = 'section';
  let nodes = 0;
  traverse(page, () => ++nodes > 0);
  return nodes;
}
