/** Reads what stands on a sheet besides its cells: text boxes, pictures, charts, diagrams, comments. */
import type { Block } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import { altOf, authoredAlt } from '../../ooxml/alt-text.ts';
import { chartWords, readChart } from '../../ooxml/chart.ts';
import { readDiagram } from '../../ooxml/diagram.ts';
import { drawingText } from '../../ooxml/drawing-text.ts';
import { child, descendants, type XmlNode } from '../../xml/tree.ts';

/** A chart's numbers are nearly always cells of the same sheet; those of a chart sheet are nowhere else on it. */
export type ChartDetail = 'titles' | 'whole-charts';

export function readDrawings(office: Package, sheet: string, page: number, charts: ChartDetail): Block[] {
  const part = office.related(sheet, 'drawing');
  const root = office.tree(part);
  if (part === undefined || root === undefined) return [];
  const enters = (node: XmlNode) =>
    node.name !== 'xdr:sp' && node.name !== 'xdr:pic' && node.name !== 'mc:Fallback';
  return [...descendants(root, enters)].flatMap(node => drawingBlocks({ office, part, page, charts }, node));
}

const EMBEDDED = new Set(['oleObject', 'package']);

/** Returns the pictures that stand for embedded documents: shapes of the sheet's old drawing ([MS-OI29500] 2.1.618). */
export function readEmbedded(office: Package, sheet: string, page: number): Block[] {
  const related = office.relationships(sheet);
  if (!related.some(({ type }) => EMBEDDED.has(type))) return [];
  const parts = related.filter(({ type, external }) => type === 'vmlDrawing' && !external);
  return parts.flatMap(({ target }) => {
    const root = office.tree(target);
    const nodes = root === undefined ? [] : [...descendants(root, node => node.name !== 'v:shape')];
    const shapes = nodes.filter(node => node.name === 'v:shape' && isObjectsPicture(node));
    return shapes.map((shape): Block => {
      const alt = authoredAlt(shape.attributes.alt ?? '');
      return { kind: 'image', alt, caption: null, page };
    });
  });
}

/** Whether a shape is such a picture: pictures of heads and feet, and boxes of comments, are in drawings of the same kind. */
const isObjectsPicture = (shape: XmlNode): boolean =>
  child(shape, 'v:imagedata') !== undefined &&
  shape.children.some(node => localName(node) === 'ClientData' && node.attributes.ObjectType === 'Pict');

interface Drawing {
  office: Package;
  part: string;
  page: number;
  charts: ChartDetail;
}

function drawingBlocks({ office, part, page, charts }: Drawing, node: XmlNode): Block[] {
  const target = (id: string) => office.target(part, node.attributes[id]);
  switch (node.name) {
    case 'xdr:sp': {
      const text = paragraphs(bodyText(child(node, 'xdr:txBody')), page);
      // Beside text, a description mostly repeats it.
      return text.length > 0 ? text : described(node, page);
    }
    case 'xdr:pic':
      return [{ kind: 'image', alt: altOf(node, 'xdr'), caption: null, page }];
    case 'xdr:grpSp':
    case 'xdr:cxnSp':
    case 'xdr:graphicFrame':
      return described(node, page);
    case 'dgm:relIds': {
      const list = readDiagram(office, target('r:dm'), page);
      return list === null ? [] : [list];
    }
    case 'c:chart':
    case 'cx:chart':
      if (charts === 'whole-charts') return readChart(office, target('r:id'), page);
      return chartWords(office, target('r:id')).map(text => ({ kind: 'paragraph', text, page }));
    default:
      return [];
  }
}

/** Returns a described shape as an image: that is what it is to those who cannot see it. */
function described(node: XmlNode, page: number): Block[] {
  const alt = altOf(node, 'xdr');
  return alt === '' ? [] : [{ kind: 'image', alt, caption: null, page }];
}

/** Returns comments with the cell they belong to; as threads where the sheet has them, since the old part repeats these. */
export function readComments(office: Package, sheet: string, page: number): Block[] {
  const threads = commentNodes(office, sheet, 'threadedComment', 'threadedComment');
  const notes = commentNodes(office, sheet, 'comments', 's:comment');
  const inThreads = new Set(threads.map(node => node.attributes.ref));
  const own = notes.filter(node => !inThreads.has(node.attributes.ref));
  return [...own, ...threads].flatMap(node => commentBlock(node, page));
}

function commentNodes(office: Package, sheet: string, type: string, name: string): XmlNode[] {
  const root = office.tree(office.related(sheet, type));
  return root === undefined
    ? []
    : [...descendants(root)].filter(node => localName(node) === localName({ name }));
}

const localName = ({ name }: { name: string }): string => name.slice(name.indexOf(':') + 1);

function commentBlock(node: XmlNode, page: number): Block[] {
  const body = node.children.find(one => localName(one) === 'text');
  const text = body === undefined ? '' : commentText(body);
  return text === '' ? [] : [{ kind: 'paragraph', text: `${node.attributes.ref ?? ''}: ${text}`, page }];
}

function commentText(body: XmlNode): string {
  const pieces = [...descendants(body, node => node.name !== 's:rPh')].filter(node => node.name === 's:t');
  return [body.text, ...pieces.map(piece => piece.text)].join('').trim();
}

const bodyText = (body: XmlNode | undefined): string => (body === undefined ? '' : drawingText(body));

const paragraphs = (text: string, page: number): Block[] =>
  text === '' ? [] : text.split('\n').map(line => ({ kind: 'paragraph', text: line, page }));
