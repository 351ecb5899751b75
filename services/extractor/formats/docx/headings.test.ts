import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { blocksOf, p, styled } from './docx.test-support.ts';

const style = (id: string, name: string, inner = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`;
const level = (block: Block | undefined) => (block?.kind === 'heading' ? block.level : block?.kind);

test('a built-in heading style makes a heading, whatever its id is in the program’s language', async () => {
  const [block] = await blocksOf(styled('Über uns', 'berschrift2'), {
    styles: style('berschrift2', 'heading 2'),
  });
  assert.deepEqual(block, { kind: 'heading', level: 2, text: 'Über uns', page: null });
});

test('a heading style that a program named in its language makes a heading', async () => {
  const styles =
    style('a', 'Titre 2') + style('b', 'Überschrift 3') + style('c', '标题 1') + style('d', 'Titre');
  const blocks = await blocksOf(['a', 'b', 'c', 'd'].map(id => styled(id, id)).join(''), { styles });
  assert.deepEqual(blocks.map(level), [2, 3, 1, 'paragraph']);
});

test('a style based on a heading style is a heading', async () => {
  const styles = style('Heading3', 'heading 3') + style('Mine', 'Mine', '<w:basedOn w:val="Heading3"/>');
  assert.equal(level((await blocksOf(styled('A', 'Mine'), { styles }))[0]), 3);
});

test('an outline level makes a heading, and level 9 takes it away', async () => {
  const styles = style('H', 'heading 1');
  const blocks = await blocksOf(
    p('A', '<w:outlineLvl w:val="1"/>') + p('B', '<w:pStyle w:val="H"/><w:outlineLvl w:val="9"/>'),
    { styles },
  );
  assert.deepEqual(blocks.map(level), [2, 'paragraph']);
});

test('the title is a heading of the first level', async () => {
  assert.equal(level((await blocksOf(styled('A', 'T'), { styles: style('T', 'Title') }))[0]), 1);
});

test('what is set smaller than the title that its style is based on is no heading', async () => {
  const size = (half: number) => `<w:rPr><w:sz w:val="${half}"/></w:rPr>`;
  const basedOn = (id: string, inner = '') => `<w:basedOn w:val="${id}"/>${inner}`;
  const styles =
    style('T', 'Title', size(56)) +
    style('Cover', 'Cover', basedOn('T', size(72))) +
    style('Plain', 'Plain title', basedOn('T')) +
    style('Subtitle', 'Subtitle', basedOn('T', size(30))) +
    style('Author', 'Author', basedOn('T', size(24))) +
    style('Date', 'Date', basedOn('Author'));
  const body = ['T', 'Cover', 'Plain', 'Subtitle', 'Author', 'Date'].map(id => styled(id, id)).join('');
  const expected = [1, 1, 1, 'paragraph', 'paragraph', 'paragraph'];
  assert.deepEqual((await blocksOf(body, { styles })).map(level), expected);
});

test('the heading of a contents page is one, though it has no outline level', async () => {
  const styles =
    style('H', 'heading 1') +
    style('T', 'TOC Heading', '<w:basedOn w:val="H"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>');
  assert.equal(level((await blocksOf(styled('Contents', 'T'), { styles }))[0]), 1);
});

test('styles based on each other end', async () => {
  const styles = style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>');
  assert.equal(level((await blocksOf(styled('x', 'A'), { styles }))[0]), 'paragraph');
});

test('a heading keeps the number it is shown with', async () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="§ %1"/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
  const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>';
  const blocks = await blocksOf(p('Scope', numbered) + p('Terms', numbered), { numbering });
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['§ I Scope', '§ II Terms'],
  );
});

test('a heading style that holds clauses is none: they are told as numbered text', async () => {
  const clause =
    'any breach of this agreement by a party that is not made good within thirty days of a notice of it;';
  const numbering =
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>' +
    '<w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
  const list = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>';
  const styles = style('H1', 'heading 1') + style('H5', 'heading 5', list);
  const body = styled('Termination', 'H1') + styled(clause, 'H5').repeat(3) + styled('fraud', 'H5');
  const blocks = await blocksOf(body, { styles, numbering });
  assert.deepEqual(blocks.map(level), [1, 'list']);
  const [, found] = blocks;
  assert.deepEqual(found?.kind === 'list' && found.items.map(({ text }) => text), [
    `(a) ${clause}`,
    `(b) ${clause}`,
    `(c) ${clause}`,
    '(d) fraud',
  ]);
});

test('a short title keeps its heading where its style holds clauses', async () => {
  const clause = `${'any breach of this agreement that is not made good '.repeat(2)}by its end;`;
  const styles = style('H3', 'heading 3');
  const body = ['Notices', clause, clause, clause, clause, '(b) Governing law', 'or fraud', 'All taxes.'];
  const blocks = await blocksOf(body.map(text => styled(text, 'H3')).join(''), { styles });
  assert.deepEqual(
    blocks.filter(block => block.kind === 'heading').map(({ text }) => text),
    ['Notices', '(b) Governing law'],
  );
});

test('a passage of several sentences is none, though its style is one of headings', async () => {
  const passage =
    'This policy tells how we guard what we know. Everybody who works here has read it. '.repeat(4);
  const law = `Act to amend the act on what is kept, art. L. 12 and 13, ${'and of its parts '.repeat(16)}`;
  const styles = style('H2', 'heading 2');
  const levelsOf = async (...texts: string[]) =>
    (await blocksOf(texts.map(text => styled(text, 'H2')).join(''), { styles })).map(level);
  assert.deepEqual(await levelsOf('Scope', passage, law), [2, 'paragraph', 2]);
  const cited = `${'what others have found before us, '.repeat(9)}as told there (2019). Here it is tested.`;
  assert.deepEqual(await levelsOf('Scope', cited), [2, 'paragraph']);
});

test('a few long titles are titles', async () => {
  const styles = style('H1', 'heading 1');
  const body = ['Scope', 'x'.repeat(300), `${'x'.repeat(90)}.`].map(text => styled(text, 'H1')).join('');
  assert.deepEqual((await blocksOf(body, { styles })).map(level), [1, 1, 1]);
});
