import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { edgesOf } from './edges.ts';

const at = (baseline: number, text: string, size = 10) => blockOf([lineAt(72, baseline, text, { size })]);
const edge = (block: ReturnType<typeof at>, ...others: ReturnType<typeof at>[]) =>
  edgesOf([block, ...others], 800, 10).get(block) ?? null;

test('a short line in the outermost band of a page is furniture', () => {
  assert.equal(edge(at(40, 'Annual Report 2021'), at(200, 'The first line of the text')), 'header');
  assert.equal(edge(at(780, 'Page 4')), 'footer');
});

test('a bold line larger than the text is a title, however near the edge', () => {
  const text = at(80, 'The first line of the text');
  const title = (size: number, bold: boolean) =>
    blockOf([lineAt(72, 46, 'Board of Directors', { size, bold })]);
  assert.equal(edge(title(12, true), text), null);
  assert.equal(edge(title(10, true), text), 'header');
  assert.equal(edge(title(12, false), text), 'header');
});

test('what stands under a title is no head, however near the edge', () => {
  assert.equal(edge(at(54, '1 Features'), at(34, 'Controller', 20)), null);
});

test('lines that are broken where the lines of the text are full are text, however near the edge', () => {
  const text = at(110, 'The committee shall report within thirty days of it, unless more time is granted.');
  const broken = (...lines: string[]) => blockOf(lines.map((line, at) => lineAt(72, 36 + 12 * at, line)));
  const wrapped = broken(
    '3.2 The period is set by the committee before which the matter in question was',
    'brought by a member.',
  );
  assert.equal(edge(wrapped, text), null);
  assert.equal(edge(broken('Ministry of Labour', 'Annual Report 2021'), text), 'header');
  // In a font size of its own, nothing shows where its lines would be full.
  assert.equal(edge(broken('Ministry of Labour', 'Annual Report 2021'), at(110, 'The text', 9)), 'header');
});

test('an item at the edge is part of its list, an initial is none', () => {
  assert.equal(edge(at(40, '• Boots and a coat')), null);
  assert.equal(edge(at(780, 'b) a coat')), null);
  assert.equal(edge(at(40, 'A. Lindqvist et al.')), 'header');
});

test('a number with a point at the edge opens an item where its neighbour in the count stands on the page', () => {
  const item = at(780, '3. Boots and a coat');
  const text = at(700, 'The first line of the text');
  assert.equal(edge(item, text, at(764, '2. A map')), null);
  assert.equal(edge(at(40, '9. A map'), at(60, '10. Boots and a coat'), text), null);
  // These are a date, and counts in another type or at another place.
  assert.equal(edge(at(780, '3. Mai 2021'), text), 'footer');
  assert.equal(edge(item, text, at(600, '2. A map', 14)), 'footer');
  assert.equal(edge(item, text, blockOf([lineAt(300, 600, '2. A map')])), 'footer');
});

test('a paragraph that goes on line by line into the band at the foot is no foot', () => {
  const lines = [716, 730, 744, 758].map(baseline => at(baseline, 'Spoken languages and their levels'));
  assert.equal(edge(at(772, 'Finnish, Karelian and some Veps'), ...lines), null);
});

test('the last block of a column is no foot where the column beside it reaches as far', () => {
  const beside = blockOf([lineAt(300, 724, 'The other column ends'), lineAt(300, 772, 'on a line as low')]);
  assert.equal(edge(at(772, 'A reference, in press.'), beside), null);
  assert.equal(edge(at(786, 'Page 4'), beside), 'footer');
});

test('a first row that ends or begins with a page number is a head, though it stands deeper', () => {
  const row = (left: string, right: string) => [
    blockOf([lineAt(72, 100, left)]),
    blockOf([lineAt(400, 100, right)]),
    at(130, 'The remainder of the paper is set below it.'),
  ];
  const heads = (blocks: ReturnType<typeof row>) => [...edgesOf(blocks, 800, 10).values()];
  assert.deepEqual(heads(row('O. Kopp and A. Armbruster', '56')), ['header', 'header']);
  assert.deepEqual(heads(row('O. Kopp and A. Armbruster', 'Draft')), []);
});

test('a last line that says the page and stands well apart is a foot, though it stands higher', () => {
  const text = at(300, 'The remainder of the paper is set above it.');
  assert.equal(edge(at(715, 'Page 1'), text), 'footer');
  assert.equal(edge(at(715, 'Seite 3 von 7'), text), 'footer');
  assert.equal(edge(at(715, 'Total 120'), text), null);
  assert.equal(edge(at(715, 'Page 1'), at(700, 'The remainder of the paper')), null);
});

test('the columns of a foot are all of it, whichever of them is the last and has several lines', () => {
  const column = (left: number, ...lines: string[]) =>
    blockOf(lines.map((line, at) => lineAt(left, 760 + 10 * at, line, { size: 8 })));
  const feet = [
    column(40, 'Roastery by the Lake', 'Lake Street 9'),
    column(220, 'IBAN DE02 1203 0000 0000 2020 51', 'BIC BYLADEM1001'),
    column(400, 'VAT ID DE123456789', 'HRB 4711'),
  ];
  const text = at(300, 'The remainder of the paper is set above it.');
  assert.deepEqual([...edgesOf([text, ...feet], 800, 10).keys()], feet);
});
