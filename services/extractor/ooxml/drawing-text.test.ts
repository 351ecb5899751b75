import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from '../allowance.ts';
import { CEILINGS } from '../format.ts';
import { readTree, type XmlNode } from '../xml/tree.ts';
import { sourceText } from './drawing-text.ts';

const LEFT_OUT = ['mc:Fallback', 'a:rPr', 'a:pPr', 'a:endParaRPr'];
const SIGNS: Record<string, string> = { 'a:br': '\n', 'a:tab': '\t', 'm:den': '/', 'm:sup': '^' };
const NAMES = [
  'a:r',
  'a:r',
  'a:t',
  'a:t',
  'a:fld',
  'a:br',
  'a:tab',
  'm:t',
  'm:den',
  'm:sup',
  'mc:Choice',
  ...LEFT_OUT,
];
const TEXTS = ['word', ' ', 'a\u2028b', 'soft\u00adhyphen', '', 'é'];

test('the text of a paragraph is that of its elements in their order, whatever stands in what', () => {
  const random = numbersFrom(5);
  for (let round = 0; round < 3_000; round++) {
    const paragraph = parsed(`<a:p>${element(random, 4)}${element(random, 4)}${element(random, 4)}</a:p>`);
    const expected = walked(paragraph).replaceAll('\u2028', '\n').replaceAll('\u00ad', '');
    assert.equal(sourceText(paragraph), expected);
  }
});

test('signs of a font of symbols are what they show, and stay what they are in any other', () => {
  const run = (properties: string, text: string) =>
    `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
  const read = (...runs: string[]) => sourceText(parsed(`<a:p>${runs.join('')}</a:p>`));
  assert.equal(
    read(run('', 'so '), run('<a:sym typeface="Wingdings"/>', '\uf0e0 good \uf04a')),
    'so → good ☺',
  );
  assert.equal(read(run('<a:latin typeface="Symbol"/>', '\uf061é')), 'αé');
  assert.equal(read(run('<a:latin typeface="Wingdings 3"/>', '\uf070')), '▲');
  assert.equal(read(run('<a:latin typeface="Own Icons"/>', '\uf061')), '\uf061');
});

function walked(node: XmlNode): string {
  if (LEFT_OUT.includes(node.name)) return '';
  const own = node.name === 'a:t' || node.name === 'm:t' ? node.text : (SIGNS[node.name] ?? '');
  return own + node.children.map(walked).join('');
}

function element(random: () => number, depth: number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const name = pick(NAMES);
  const children = Array.from({ length: depth > 0 ? Math.floor(random() * 4) : 0 }, () =>
    element(random, depth - 1),
  );
  return `<${name}>${pick(TEXTS)}${children.join('')}</${name}>`;
}

function parsed(xml: string): XmlNode {
  const { root } = readTree(Buffer.from(xml), new Allowance(CEILINGS));
  assert.ok(root !== undefined);
  return root;
}

/** Pseudorandom numbers from 0 to below 1, the same every time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('raised figures at a number are told from its own', () => {
  const run = (text: string, properties = '') => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
  const paragraph = `<a:p>${run('10')}${run('6', 'baseline="30000"')}${run('7')}${run('2', 'baseline="-25000"')}</a:p>`;
  assert.equal(sourceText(parsed(paragraph)), '10⁶72');
  // PptxGenJS repeats the paragraph's properties before each run.
  const again = `<a:p><a:pPr/>${run('10')}<a:pPr/>${run('6', 'baseline="30000"')}</a:p>`;
  assert.equal(sourceText(parsed(again)), '10⁶');
});
