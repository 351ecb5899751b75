/**
 * Finds the headline of a slide in a deck without title placeholders, since many programs that write decks only know
 * text boxes. It is recognised by its size: one short text is clearly larger than all others.
 */
import type { Block, Heading, Paragraph } from '../../../../schemas/document.ts';
import { attributeOf, child, childrenNamed, path, type XmlNode } from '../../xml/tree.ts';
import { type Design, levelStyle } from './design.ts';
import { allOf, listStyles, readParagraphs } from './text-body.ts';

/** The blocks of a shape, with the size of each of its paragraphs in points. */
export interface SizedText {
  points: readonly number[];
  blocks: readonly Block[];
}

/** What can be read from the last row is at least this large; a single caption below a picture is smaller. */
const HEADLINE_POINTS_MIN = 20;
/** Title and body differ by at least a third in the themes of common programs; less than a tenth is chance. */
const LARGER_THAN_REST = 1.1;
/** Two lines of a title; a quotation in large type is longer. */
const HEADLINE_CHARACTERS_MAX = 120;
/** Numbers, currency signs and `VS` are set larger than any title, and are none. */
const LETTERS = /^(?:\P{L}*\p{L}){3}/u;
/** 21.1.2.3.9: the size where none is given. */
const USUAL_POINTS = 18;

/** Returns the blocks of the one text that is the slide's headline; undefined where none stands out. */
export function headlineAmong(texts: readonly SizedText[]): readonly Block[] | undefined {
  const [largest, next] = texts
    .filter(({ blocks }) => saysEnough(blocks))
    .map(text => ({ text, size: largestOf(text.points) }))
    .sort((a, b) => b.size - a.size);
  if (largest === undefined || largest.size < HEADLINE_POINTS_MIN) return undefined;
  if (next !== undefined && largest.size < next.size * LARGER_THAN_REST) return undefined;
  const { blocks, points } = largest.text;
  // The speaker, or a second line, may be below the title in the same box.
  const end = points.findIndex(size => size * LARGER_THAN_REST <= largest.size);
  const title = blocks.slice(0, end < 0 ? blocks.length : end);
  return isTitle(title) ? title : undefined;
}

/** Makes one heading of `headline`, all of whose blocks are paragraphs. */
export const headingOf = (headline: readonly Block[]): Heading => ({
  kind: 'heading',
  level: 1,
  text: headline.filter(isParagraph).map(oneLine).join(' '),
  page: headline[0]?.page ?? null,
});

const isParagraph = (block: Block): block is Paragraph => block.kind === 'paragraph';
const oneLine = ({ text }: Paragraph): string => text.replace(/\s+/g, ' ');

const saysEnough = (blocks: readonly Block[]): boolean =>
  blocks.some(block => !isParagraph(block) || LETTERS.test(block.text));

/** Without spreading the sizes into arguments, whose number is not limited. */
const largestOf = (sizes: readonly number[]): number =>
  sizes.reduce((largest, size) => Math.max(largest, size), 0);

/** Whether blocks are short and no sentence. */
function isTitle(blocks: readonly Block[]): boolean {
  if (blocks.length === 0 || !blocks.every(isParagraph)) return false;
  const text = blocks.filter(isParagraph).map(oneLine).join(' ');
  return text.length <= HEADLINE_CHARACTERS_MAX && !/[^.][.;,]$/.test(text);
}

/** Returns the largest size in points of every paragraph with text in `body`, a `p:txBody` of `shape`. */
export function pointsOf(body: XmlNode, shape: XmlNode, design: Design): number[] {
  const styles = allOf(listStyles(body, shape, design));
  const scale =
    Number(path(body, 'a:bodyPr', 'a:normAutofit')?.attributes.fontScale ?? FULL_SIZE) / FULL_SIZE;
  return readParagraphs(body).map(paragraph => {
    const level = Number(attributeOf(child(paragraph, 'a:pPr'), 'lvl') ?? 0) || 0;
    const inherited = styles.map(style => hundredths(child(levelStyle(style, level), 'a:defRPr')));
    const usual = inherited.find(size => size !== undefined) ?? USUAL_POINTS * 100;
    const sizes = childrenNamed(paragraph, 'a:r').map(run => hundredths(child(run, 'a:rPr')) ?? usual);
    return (largestOf(sizes) / 100) * (Number.isFinite(scale) ? scale : 1);
  });
}

/** Thousandths of a percent (21.1.2.1.3). */
const FULL_SIZE = 100_000;

/** Returns `sz` in hundredths of a point (21.1.2.3.9). */
function hundredths(properties: XmlNode | undefined): number | undefined {
  const size = Number(attributeOf(properties, 'sz'));
  return Number.isFinite(size) && size > 0 ? size : undefined;
}
