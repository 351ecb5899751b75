import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, List } from '../../../../schemas/document.ts';
import { blocksOf, item, p } from './docx.test-support.ts';

const level = (index: number, format: string, text: string, start = 1, more = '') =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const abstract = (id: number, levels: string) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const num = (id: number, abstractId: number, overrides = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`;

const NUMBERING =
  abstract(1, level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%2)') + level(2, 'decimal', '%1.%2.%3')) +
  abstract(2, level(0, 'bullet', '•') + level(1, 'bullet', 'o')) +
  num(1, 1) +
  num(2, 2) +
  num(3, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>');

/** Lists as indented lines, `#` for numbered items and `-` for others; any other block as its kind. */
function outline(blocks: Block[]): string[] {
  const lines: string[] = [];
  const add = (list: List, indent: string) => {
    for (const { text, lists } of list.items) {
      lines.push(`${indent}${list.ordered ? '#' : '-'} ${text}`);
      for (const below of lists) add(below, `${indent}  `);
    }
  };
  for (const block of blocks) {
    if (block.kind === 'list') add(block, '');
    else lines.push(block.kind);
  }
  return lines;
}

const outlineOf = async (body: string, numbering = NUMBERING) => outline(await blocksOf(body, { numbering }));

test('numbered paragraphs in a row are one counted list without their numbers', async () => {
  const blocks = await blocksOf(item('one') + item('two'), { numbering: NUMBERING });
  assert.deepEqual(
    blocks.map(block => block.kind),
    ['list'],
  );
  assert.deepEqual(outline(blocks), ['# one', '# two']);
});

test('bullets are an unordered list, deeper levels lists inside its items', async () => {
  const body = item('a', 2) + item('b', 2, 1) + item('c', 2, 1) + item('d', 2);
  assert.deepEqual(await outlineOf(body), ['- a', '  - b', '  - c', '- d']);
});

test('letters and numbers of several levels stay in the text', async () => {
  const body = item('one') + item('x', 1, 1) + item('y', 1, 1) + item('z', 1, 2);
  assert.deepEqual(await outlineOf(body), ['# one', '  - a) x', '  - b) y', '    - 1.b.1 z']);
});

test('a list that goes on after a paragraph keeps its numbers', async () => {
  assert.deepEqual(await outlineOf(item('one') + p('between') + item('two')), [
    '# one',
    'paragraph',
    '- 2. two',
  ]);
});

test('an empty paragraph does not end a list', async () => {
  assert.deepEqual(await outlineOf(item('one') + p('') + item('two')), ['# one', '# two']);
});

test('deeper numbers start again below the next item', async () => {
  const body = item('one') + item('x', 1, 1) + item('two') + item('y', 1, 1);
  assert.deepEqual(await outlineOf(body), ['# one', '  - a) x', '# two', '  - a) y']);
});

test('numbers below a bullet start again below the next bullet', async () => {
  const numbering = abstract(1, level(0, 'bullet', '•') + level(1, 'lowerLetter', '%2.')) + num(1, 1);
  const body = item('one') + item('x', 1, 1) + item('y', 1, 1) + item('two') + item('z', 1, 1);
  assert.deepEqual(await outlineOf(body, numbering), ['- one', '  - a. x', '  - b. y', '- two', '  - a. z']);
});

test('a level that was passed over counts as begun', async () => {
  const numbering = abstract(1, level(0, 'decimal', 'Clause %1', 3) + level(1, 'decimal', '§%2')) + num(1, 1);
  const body = item('a', 1, 1) + item('b', 1, 1) + item('c', 1) + item('d', 1, 1);
  assert.deepEqual(await outlineOf(body, numbering), ['- §1 a', '- §2 b', '- Clause 4 c', '  - §1 d']);
});

test('numbers filled up with zeros are told with them', async () => {
  const choice =
    '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice>' +
    '<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
  const padded = `<w:lvl w:ilvl="0"><w:start w:val="9"/>${choice}<w:lvlText w:val="%1."/></w:lvl>`;
  assert.deepEqual(await outlineOf(item('a') + item('b'), abstract(1, padded) + num(1, 1)), [
    '- 009. a',
    '- 010. b',
  ]);
});

test('a list that restarts is a list of its own', async () => {
  assert.deepEqual(await outlineOf(item('one') + item('two') + item('again', 3)), [
    '# one',
    '# two',
    '# again',
  ]);
  const blocks = await blocksOf(item('one') + item('again', 3), { numbering: NUMBERING });
  assert.equal(blocks.length, 2);
});

test('a list that starts elsewhere than at 1 keeps its numbers', async () => {
  const numbering = abstract(1, level(0, 'decimal', '%1.', 16)) + num(1, 1);
  assert.deepEqual(await outlineOf(item('x') + item('y'), numbering), ['- 16. x', '- 17. y']);
});

test('numbering may come from the style, and numId 0 takes it away', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>';
  const styled = '<w:pStyle w:val="L"/>';
  const body = p('a', styled) + p('b', `${styled}<w:numPr><w:numId w:val="0"/></w:numPr>`);
  assert.deepEqual(outline(await blocksOf(body, { styles, numbering: NUMBERING })), ['- a', 'paragraph']);
});

test('a list that names no definition is plain text', async () => {
  assert.deepEqual(await outlineOf(item('x', 99)), ['paragraph']);
});

test('a bullet that shows nothing only indents, unless it is a picture', async () => {
  const numbering =
    abstract(1, level(0, 'bullet', ' ') + level(1, 'bullet', '', 1, '<w:lvlPicBulletId w:val="0"/>')) +
    num(1, 1);
  assert.deepEqual(await outlineOf(item('goes on') + item('pictured', 1, 1), numbering), [
    'paragraph',
    '- pictured',
  ]);
});

test('a number without a gap stands right before its text', async () => {
  const clause = level(0, 'chineseCountingThousand', '第%1条', 1, '<w:suff w:val="nothing"/>');
  assert.deepEqual(await outlineOf(item('总则'), abstract(1, clause) + num(1, 1)), ['- 第一条总则']);
});

test('a paragraph that was moved away does not count', async () => {
  const mark = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:moveFrom/></w:rPr>';
  const moved = `<w:p><w:pPr>${mark}</w:pPr><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p>`;
  assert.deepEqual(await outlineOf(item('one') + moved + item('two')), ['# one', '# two']);
});

test('numbers that show their levels are lists in lists without them, where they are what their place says', async () => {
  const numbering =
    abstract(
      1,
      level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'decimal', '%1.%2.%3.'),
    ) + num(1, 1);
  const body =
    item('a') + item('a1', 1, 1) + item('a2', 1, 1) + item('a2x', 1, 2) + item('b') + item('b1', 1, 1);
  assert.deepEqual(await outlineOf(body, numbering), [
    '# a',
    '  # a1',
    '  # a2',
    '    # a2x',
    '# b',
    '  # b1',
  ]);
  assert.deepEqual(await outlineOf(item('lost', 1, 1), numbering), ['- 1.1 lost']);
});

test('a bullet in a cell stands before its line', async () => {
  const blocks = await blocksOf(
    `<w:tbl><w:tr><w:tc>${item('x', 2)}${item('y', 2)}</w:tc><w:tc>${p('z')}</w:tc></w:tr></w:tbl>`,
    { numbering: NUMBERING },
  );
  assert.deepEqual(
    blocks.flatMap(block => (block.kind === 'table' ? block.rows.flat().map(({ text }) => text) : [])),
    ['• x\n• y', 'z'],
  );
});

test('a list goes on under another id of its definition, as LibreOffice writes one that starts anew', async () => {
  const body = item('one', 3) + item('x', 3, 1) + item('y', 1, 1) + item('two') + item('three');
  assert.deepEqual(await outlineOf(body), ['# one', '  - a) x', '  - b) y', '# two', '# three']);
});

test('letters that start anew under another id are another list', async () => {
  const letters = abstract(1, level(0, 'lowerLetter', '(%1)'));
  const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const blocks = await blocksOf(item('x') + item('y') + item('z', 2), {
    numbering: letters + num(1, 1) + num(2, 1, anew),
  });
  assert.deepEqual(outline(blocks), ['- (a) x', '- (b) y', '- (a) z']);
  assert.equal(blocks.length, 2);
});

test('bullets that are boxes stay before their items, in the text and in cells', async () => {
  const numbering =
    abstract(1, level(0, 'bullet', '☐')) + abstract(2, level(0, 'bullet', '☒')) + num(1, 1) + num(2, 2);
  const tasks = item('open') + item('done', 2);
  const blocks = await blocksOf(
    `${tasks}<w:tbl><w:tr><w:tc>${tasks}</w:tc><w:tc>${p('x')}</w:tc></w:tr></w:tbl>`,
    {
      numbering,
    },
  );
  assert.deepEqual(outline(blocks), ['- ☐ open', '- ☒ done', 'table']);
  const [, table] = blocks;
  assert.equal(table?.kind === 'table' && table.rows[0]?.[0]?.text, '☐ open\n☒ done');
});

test('a counted list goes on in another definition whose number is its next', async () => {
  const decimal = (start: number) => level(0, 'decimal', '%1.', start);
  const numbering = abstract(1, decimal(1)) + abstract(2, decimal(2)) + num(1, 1) + num(2, 2);
  const body = item('one') + item('two', 2) + item('three', 2);
  assert.deepEqual(await outlineOf(body, numbering), ['# one', '# two', '# three']);
});

test('lists whose definitions are named by styles are numbered, twenty thousand of them in linear time', {
  timeout: 20_000,
}, async () => {
  const count = 20_000;
  const each = (write: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => write(at)).join('');
  const numbering =
    each(at => `<w:abstractNum w:abstractNumId="${at}"><w:numStyleLink w:val="s${at}"/></w:abstractNum>`) +
    `<w:abstractNum w:abstractNumId="${count}"><w:styleLink w:val="s0"/>${level(0, 'decimal', '%1)')}</w:abstractNum>` +
    each(at => num(at + 1, at));
  const [first] = await outlineOf(
    each(at => item('x', at + 1)),
    numbering,
  );
  assert.equal(first, '# x');
});
