/** Text of DrawingML (ECMA-376 part 1, 21.1.2): paragraphs of runs, fields and breaks. */
import { childrenNamed, descendants, type XmlNode } from '../xml/tree.ts';

/** Text of one `a:p`. Line breaks stay; of alternatives the first is read. */
export function paragraphText(paragraph: XmlNode): string {
  let text = '';
  for (const node of descendants(paragraph, entersText)) {
    if (node.name === 'a:t' || node.name === 'm:t') text += node.text;
    else if (node.name === 'a:br') text += '\n';
    else if (node.name === 'a:tab') text += '\t';
  }
  // Old programs write the line break of a title as a vertical tab.
  return text.replace(/[\v\u2028]/g, '\n').trim();
}

const entersText = ({ name }: XmlNode): boolean =>
  name !== 'mc:Fallback' && name !== 'a:rPr' && name !== 'a:pPr' && name !== 'a:endParaRPr';

/** All paragraphs of a text body as lines. */
export const drawingText = (body: XmlNode): string =>
  childrenNamed(body, 'a:p')
    .map(paragraphText)
    .filter(text => text !== '')
    .join('\n');
