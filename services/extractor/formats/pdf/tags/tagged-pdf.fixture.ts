/** Builds one-page PDFs with a structure tree (ISO 32000-1, 14.7) over their marked content. */
import { builtPdf, text } from '../built-pdf.fixture.ts';

export interface Element {
  role: string;
  /** Marked-content identifiers, or elements. */
  kids: (number | Element)[];
  /** Further entries, such as `/A <</O /Table /ColSpan 2>>`. */
  entries?: string;
}

/** Returns the operators of a text to which the tree may refer by `identifier`. */
export function marked(identifier: number, ...shown: Parameters<typeof text>): string {
  return `/P <</MCID ${identifier}>> BDC ${text(...shown)} EMC\n`;
}

const FIRST_OBJECT = 301;

export function taggedPdf(content: string, tree: readonly Element[]): Uint8Array {
  const objects: string[] = [];
  const owners = new Map<number, number>();
  const add = ({ role, kids, entries = '' }: Element, parent: number): number => {
    const number = FIRST_OBJECT + objects.length;
    objects.push('');
    const listed = kids.map(kid => {
      if (typeof kid !== 'number') return `${add(kid, number)} 0 R`;
      owners.set(kid, number);
      return String(kid);
    });
    objects[number - FIRST_OBJECT] =
      `<</Type /StructElem /S /${role} /P ${parent} 0 R /Pg 3 0 R /K [${listed.join(' ')}] ${entries}>>`;
    return number;
  };
  const roots = tree.map(element => `${add(element, 300)} 0 R`);
  const parents = Array.from({ length: Math.max(-1, ...owners.keys()) + 1 }, (_, at) =>
    owners.has(at) ? `${owners.get(at)} 0 R` : 'null',
  );
  const root = `300 0 obj <</Type /StructTreeRoot /K [${roots.join(' ')}] /ParentTree <</Nums [0 [${parents.join(' ')}]]>>>> endobj\n`;
  const file = Buffer.from(
    builtPdf([content], {
      catalogue: '/MarkInfo <</Marked true>> /StructTreeRoot 300 0 R',
      page: '/StructParents 0',
    }),
  ).toString('latin1');
  const elements = objects.map((object, at) => `${FIRST_OBJECT + at} 0 obj ${object} endobj\n`).join('');
  return Buffer.from(file.replace('trailer', `${root}${elements}trailer`), 'latin1');
}
