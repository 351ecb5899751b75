/** Reads text of DrawingML (ECMA-376 part 1, 21.1.2): paragraphs of runs, fields and breaks. */
import { TextEnd } from '../story/raised.ts';
import { holdsPrivateSigns, isSymbolFont, readableSigns } from '../story/symbols.ts';
import { attributeOf, child, childrenNamed, descendants, type XmlNode } from '../xml/tree.ts';
import { formulaText } from './formula.ts';

/** Returns the text of one `a:p`, with line breaks; of alternatives, the first is read. */
export const paragraphText = (paragraph: XmlNode): string => sourceText(paragraph).trim();

/** Returns the text with the spaces that indent it. */
export function sourceText(paragraph: XmlNode): string {
  let text = '';
  const end = new TextEnd();
  for (const node of paragraph.children) {
    const piece = node.name === 'a:r' ? runText(node) : textBelow(node);
    text += end.next(piece, isRaised(node));
  }
  // Old programs write the line break of a title as a vertical tab; soft hyphens are invisible.
  if (!ODD_SIGNS.test(text)) return text;
  return text
    .replace(EDGES, (_, before: string, after: string) => before || after || ' ')
    .replace(/[\v\u2028]/g, '\n')
    .replaceAll('\u00ad', '');
}

/** Edge of a formula, which is set apart; a character that XML cannot contain. */
const EDGE = '\0';
const ODD_SIGNS = /[\v\u2028\u00ad\0]/;
const EDGES = /(\s?)\0+(\s?)/g;

/**
 * Whether a run is raised. The value is in thousandths of a percent of the type's size (21.1.2.3.9), negative for
 * lowered text.
 */
const isRaised = (run: XmlNode): boolean =>
  Number.parseFloat(attributeOf(child(run, 'a:rPr'), 'baseline') ?? '0') > 0;

/** Returns the text of a run; nearly all runs contain only properties and one text. */
function runText(run: XmlNode): string {
  let text = '';
  for (const node of run.children) {
    if (node.name === 'a:t' && node.children.length === 0) text += node.text;
    else if (node.name !== 'a:rPr') text += textBelow(node);
  }
  const font = holdsPrivateSigns(text) ? signFont(child(run, 'a:rPr')) : undefined;
  return font === undefined ? text : readableSigns(text, font);
}

const SIGN_FONTS = ['a:sym', 'a:latin', 'a:ea', 'a:cs'];

/**
 * Returns the symbol font that a run names: its characters, such as replacements of `-->` and `:)` while typing, have
 * no meaning in another.
 */
const signFont = (properties: XmlNode | undefined): string | undefined =>
  SIGN_FONTS.map(name => child(properties, name)?.attributes.typeface).find(
    font => font !== undefined && isSymbolFont(font),
  );

function textBelow(top: XmlNode): string {
  let text = '';
  for (const node of descendants(top, entersText)) {
    if (node.name === 'a:t' || node.name === 'm:t') text += node.text;
    else if (node.name === 'm:oMath') text += EDGE + formulaText(node) + EDGE;
    else text += SIGNS[node.name] ?? '';
  }
  return text;
}

/** Breaks, and what distinguishes the parts of a formula. */
const SIGNS: Record<string, string | undefined> = {
  __proto__: null as never,
  'a:br': '\n',
  'a:tab': '\t',
  'm:den': '/',
  'm:sup': '^',
  'm:sub': '_',
  'm:rad': '√',
};

const entersText = ({ name }: XmlNode): boolean =>
  name !== 'mc:Fallback' &&
  name !== 'm:oMath' &&
  name !== 'a:rPr' &&
  name !== 'a:pPr' &&
  name !== 'a:endParaRPr';

/** Returns all paragraphs of a text body as lines. */
export const drawingText = (body: XmlNode): string =>
  childrenNamed(body, 'a:p')
    .map(paragraphText)
    .filter(text => text !== '')
    .join('\n');
