/** Reads one slide as blocks: its title first, then the other shapes in reading order. */
import type { Block } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import { altOf } from '../../ooxml/alt-text.ts';
import { readChart } from '../../ooxml/chart.ts';
import { readDiagram } from '../../ooxml/diagram.ts';
import { drawingText } from '../../ooxml/drawing-text.ts';
import { child, descendants, path, type XmlNode } from '../../xml/tree.ts';
import { wordsBesideNumber } from './counter-fields.ts';
import { type Design, placeholderOf, placeholderType } from './design.ts';
import { headlineAmong, pointsOf } from './headline.ts';
import { GROUP, isTitle, shapesInOrder } from './shapes.ts';
import { readTable } from './table.ts';
import { textBlocks } from './text-body.ts';

export interface Slide {
  office: Package;
  part: string;
  /** From 1, counting hidden slides. */
  page: number;
  design: Design;
  /** Footers, and words beside slide numbers, that an earlier slide has shown: one that is on every slide is read once. */
  furniture: Set<string>;
  /** Whether an earlier slide has a title placeholder with text. */
  knowsTitles: boolean;
}

const CHARTS = new Set(['c:chart', 'cx:chart']);

export interface SlideContent {
  /** Whether it has a title placeholder with text. */
  titled: boolean;
  blocks: Block[];
  /**
   * The blocks of the text that is the title if the deck has no title placeholders; not searched where it is known to
   * have some.
   */
  headline: readonly Block[] | undefined;
}

export function readSlide(slide: Slide, root: XmlNode): SlideContent {
  const tree = path(root, 'p:cSld', 'p:spTree');
  const titles: Block[] = [];
  const others: Block[] = [];
  const texts: ShapeText[] = [];
  for (const shape of tree === undefined ? [] : shapesInOrder(tree, slide.design)) {
    if (isTitle(shape)) titles.push(...titleBlocks(shape, slide));
    else {
      const blocks = shapeBlocks(shape, slide);
      const body = blocks.length > 0 ? child(shape, 'p:txBody') : undefined;
      if (body !== undefined) texts.push({ shape, body, blocks });
      for (const block of blocks) others.push(block);
    }
  }
  const titled = titles.length > 0;
  const headline = titled || slide.knowsTitles ? undefined : headlineOf(texts, slide.design);
  return { titled, blocks: [...titles, ...others], headline };
}

interface ShapeText {
  shape: XmlNode;
  body: XmlNode;
  blocks: readonly Block[];
}

const headlineOf = (texts: readonly ShapeText[], design: Design): readonly Block[] | undefined =>
  headlineAmong(texts.map(({ shape, body, blocks }) => ({ points: pointsOf(body, shape, design), blocks })));

function titleBlocks(shape: XmlNode, { page, office }: Slide): Block[] {
  const body = child(shape, 'p:txBody');
  const text = body === undefined ? '' : drawingText(body).replace(/\s+/g, ' ');
  office.allowance.spend('textCharacters', text.length);
  return text === '' ? [] : [{ kind: 'heading', level: 1, text, page }];
}

function shapeBlocks(shape: XmlNode, slide: Slide): Block[] {
  const { page } = slide;
  switch (shape.name) {
    case 'p:pic':
      return [{ kind: 'image', alt: altOf(shape, 'p'), caption: null, page }];
    case GROUP:
      return described(shape, page);
    case 'p:graphicFrame':
      return [...described(shape, page), ...frameBlocks(shape, slide)];
    default: {
      const blocks = textShapeBlocks(shape, slide);
      // Beside text, a description mostly repeats it.
      return blocks.length > 0 ? blocks : described(shape, page);
    }
  }
}

/** Returns a described shape, connector, group, chart or table as an image: that is what it is to those who cannot see it. */
function described(shape: XmlNode, page: number): Block[] {
  const alt = altOf(shape, 'p');
  return alt === '' ? [] : [{ kind: 'image', alt, caption: null, page }];
}

function textShapeBlocks(shape: XmlNode, slide: Slide): Block[] {
  const body = child(shape, 'p:txBody');
  if (body === undefined) return [];
  const placeholder = placeholderOf(shape);
  const type = placeholder === undefined ? '' : placeholderType(placeholder);
  // The date changes from day to day.
  if (type === 'dt') return [];
  if (type === 'ftr' || type === 'sldNum') {
    const words = type === 'ftr' ? drawingText(body) : wordsBesideNumber(body);
    if (words === '' || slide.furniture.has(words)) return [];
    slide.furniture.add(words);
  }
  return textBlocks(body, shape, slide);
}

/** Returns the blocks of tables, charts and SmartArt; for embedded objects only the picture that stands for them. */
function frameBlocks(frame: XmlNode, slide: Slide): Block[] {
  const { office, part, page } = slide;
  const data = path(frame, 'a:graphic', 'a:graphicData');
  for (const node of data?.children ?? []) {
    const target = (id: string | undefined) => office.target(part, id);
    if (node.name === 'a:tbl') return readTable(office, node, slide.design, page);
    if (CHARTS.has(node.name)) return readChart(office, target(node.attributes['r:id']), page);
    if (node.name === 'dgm:relIds') {
      const list = readDiagram(office, target(node.attributes['r:dm']), page);
      return list === null ? [] : [list];
    }
  }
  return data === undefined ? [] : picturesIn(data, page);
}

function picturesIn(data: XmlNode, page: number): Block[] {
  const pictures = [...descendants(data)].filter(node => node.name === 'p:pic');
  return pictures
    .slice(0, 1)
    .map(picture => ({ kind: 'image', alt: altOf(picture, 'p'), caption: null, page }));
}
