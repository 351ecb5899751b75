/**
 * Reads what layouts and masters draw on every slide: notices of confidentiality, the company's name. It is read once,
 * after the slides, like the running heads of other formats.
 */
import type { Block } from '../../../../schemas/document.ts';
import type { Allowance } from '../../allowance.ts';
import { paragraphText } from '../../ooxml/drawing-text.ts';
import { child, childrenNamed, descendants, path, type XmlNode } from '../../xml/tree.ts';
import { holdsCounter } from './counter-fields.ts';
import { mayHoldShapes, placeholderOf } from './design.ts';
import { isHidden } from './shapes.ts';

/** Quotation marks and rules drawn as letters carry no text. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * Returns the paragraphs of `roots`, which are layouts and masters, each once. Placeholders only contain hints of what
 * to write there.
 */
export function backdropBlocks(roots: Iterable<XmlNode>, allowance: Allowance): Block[] {
  const texts = new Set<string>();
  for (const root of roots) {
    const tree = path(root, 'p:cSld', 'p:spTree');
    if (tree === undefined) continue;
    for (const shape of descendants(tree, node => mayHoldShapes(node) && !isHidden(node))) {
      if (shape.name !== 'p:sp' || isHidden(shape) || placeholderOf(shape) !== undefined) continue;
      for (const paragraph of childrenNamed(child(shape, 'p:txBody'), 'a:p')) {
        const text = holdsCounter(paragraph) ? '' : paragraphText(paragraph).trim();
        allowance.spend('textCharacters', text.length);
        if (SAYS_SOMETHING.test(text)) texts.add(text);
      }
    }
  }
  return [...texts].map(text => ({ kind: 'paragraph', text, page: null }));
}
