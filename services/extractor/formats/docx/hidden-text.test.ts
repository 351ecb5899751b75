import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { type Beside, blocksOf, item, p, styled } from './docx.test-support.ts';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const HIDDEN = '<w:vanish/>';
const MARK = '<w:rPr><w:vanish/></w:rPr>';
const line = (runs: string, mark = '') => `<w:p><w:pPr>${mark}</w:pPr>${runs}</w:p>`;

const textOf = (block: Block): string => {
  if (block.kind === 'list') return block.items.map(({ text }) => text).join(' | ');
  return 'text' in block ? block.text : block.kind;
};
const texts = async (body: string, beside?: Beside) => (await blocksOf(body, beside)).map(textOf);

test('text that is neither shown nor printed is left out, and so is a paragraph that holds nothing else', async () => {
  const body =
    line(run('Shown') + run(' secret', HIDDEN) + run(' and shown', '<w:vanish w:val="0"/>')) +
    line(run('secret', HIDDEN), MARK) +
    p('The end');
  assert.deepEqual(await texts(body), ['Shown and shown', 'The end']);
});

test('text that only the web layout hides is printed: the page numbers of a table of contents', async () => {
  const body = line(run('Scope') + run('\u00a07', '<w:webHidden/>'));
  assert.deepEqual(await texts(body), ['Scope\u00a07']);
});

test('a hidden mark parts a heading from the text behind it, and both are shown', async () => {
  const body = line(run('Scope.'), '<w:rPr><w:vanish/><w:specVanish/></w:rPr>') + p('This part');
  assert.deepEqual(await texts(body), ['Scope.', 'This part']);
});

test('styles hide text: a character’s, a paragraph’s, what they are based on; both together cancel out', async () => {
  const hiding = (id: string, type: string, rest = '<w:rPr><w:vanish/></w:rPr>') =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${rest}</w:style>`;
  const styles =
    hiding('Note', 'paragraph') +
    hiding('Below', 'paragraph', '<w:basedOn w:val="Note"/>') +
    hiding('Open', 'paragraph', '<w:basedOn w:val="Note"/><w:rPr><w:vanish w:val="false"/></w:rPr>') +
    hiding('Mark', 'character');
  const inStyle = '<w:rStyle w:val="Mark"/>';
  const body =
    styled('in a paragraph', 'Note') +
    styled('inherited', 'Below') +
    styled('opened again', 'Open') +
    line(run('before') + run(' in a word', inStyle) + run(' after')) +
    line(run('both', inStyle), '<w:pStyle w:val="Note"/>') +
    line(run('said of the run', '<w:vanish w:val="off"/>'), '<w:pStyle w:val="Note"/>');
  assert.deepEqual(await texts(body, { styles }), [
    'opened again',
    'before after',
    'both',
    'said of the run',
  ]);
});

test('pictures and text boxes in hidden text are hidden, and what follows them is not', async () => {
  const box = `<w:pict><v:shape alt="a plan"><v:imagedata/><v:textbox><w:txbxContent>${p('in the box')}</w:txbxContent></v:textbox></v:shape></w:pict>`;
  const inside = `<w:pict><v:textbox><w:txbxContent>${line(run('secret', HIDDEN) + run('open'))}</w:txbxContent></v:textbox></w:pict>`;
  const body = line(`<w:r><w:rPr>${HIDDEN}</w:rPr>${box}</w:r>${run('after')}`);
  assert.deepEqual(await texts(body), ['after']);
  assert.deepEqual(await texts(line(`<w:r>${inside}<w:t>behind</w:t></w:r>`)), ['behind', 'open']);
});

test('a formula after hidden text is shown', async () => {
  const body = line(`${run('secret', HIDDEN)}<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>`);
  assert.deepEqual(await texts(body), ['a+b']);
});

test('a note that only hidden text refers to is hidden with it, and is not counted', async () => {
  const refer = (id: number, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
  const note = (id: number, text: string) => `<w:footnote w:id="${id}">${p(text)}</w:footnote>`;
  const body = line(run('One') + refer(1, HIDDEN) + run(' two') + refer(2));
  const footnotes = note(1, 'secret') + note(2, 'open');
  assert.deepEqual(await texts(body, { footnotes }), ['One two[1]', '[1] open']);
});

test('a hidden item has no number, and the items after it count on without it', async () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const body = item('one') + line(run('secret', HIDDEN), `${numbered}${MARK}`) + item('two');
  assert.deepEqual(await texts(body, { numbering }), ['A) one | B) two']);
});

test('a comment whose mark alone is hidden, as Word 97 left them, is told; one on hidden text is not', async () => {
  const mark = (id: number) => `<w:r><w:rPr>${HIDDEN}</w:rPr><w:commentReference w:id="${id}"/></w:r>`;
  const body = line(run('shown') + mark(1)) + line(run('shown') + run('secret', HIDDEN) + mark(2));
  const comments = [1, 2]
    .map(id => `<w:comment w:id="${id}" w:author="Ada">${p(`remark ${id}`)}</w:comment>`)
    .join('');
  assert.deepEqual(await texts(body, { comments }), ['shown', 'shown', 'Ada: remark 1']);
});
