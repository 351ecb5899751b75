/** Returns the speaker's notes of a slide. */
import type { Block } from '../../../../schemas/document.ts';
import { drawingText } from '../../ooxml/drawing-text.ts';
import { child, descendants, path, type XmlNode } from '../../xml/tree.ts';
import { mayHoldShapes, placeholderOf, placeholderType } from './design.ts';
import type { Slide } from './slide.ts';

export function readNotes({ office, part, page }: Slide): Block[] {
  const tree = path(office.tree(office.related(part, 'notesSlide')), 'p:cSld', 'p:spTree');
  if (tree === undefined) return [];
  return [...descendants(tree, mayHoldShapes)]
    .filter(isNotesBody)
    .flatMap(shape => paragraphs(child(shape, 'p:txBody'), page));
}

/** Whether a shape is the notes: the notes page also shows the slide, its number and the date. */
function isNotesBody(shape: XmlNode): boolean {
  const placeholder = shape.name === 'p:sp' ? placeholderOf(shape) : undefined;
  return placeholder !== undefined && placeholderType(placeholder) === 'body';
}

/** Returns comments of the form before 2021 (`p:cm` with `p:text`) and since (`p188:cm` with a text body, replies included). */
export function readComments({ office, part, page }: Slide): Block[] {
  const parts = office.relationships(part).filter(one => one.type === 'comments' && !one.external);
  return parts.flatMap(({ target }) => {
    const root = office.tree(target);
    return root === undefined ? [] : [...descendants(root)].flatMap(node => commentText(node, page));
  });
}

function commentText(node: XmlNode, page: number): Block[] {
  if (node.name === 'p188:txBody') return paragraphs(node, page);
  const text = node.name === 'p:text' ? node.text.trim() : '';
  return text === '' ? [] : [{ kind: 'paragraph', text, page }];
}

function paragraphs(body: XmlNode | undefined, page: number): Block[] {
  const text = body === undefined ? '' : drawingText(body);
  return text === '' ? [] : text.split('\n').map(line => ({ kind: 'paragraph', text: line, page }));
}
