import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, p } from './docx.test-support.ts';

const HEADINGS = `<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>`;
const HEADING = '<w:pStyle w:val="H"/>';
const MARK_DELETED = '<w:rPr><w:del/></w:rPr>';
const DELETED = `<w:p><w:pPr>${HEADING}${MARK_DELETED}</w:pPr><w:del><w:r><w:delText>no</w:delText></w:r></w:del></w:p>`;
const styles = { styles: HEADINGS };

const kinds = async (body: string) =>
  (await blocksOf(body, styles)).map(block => [block.kind, 'text' in block ? block.text : '']);

test('text that was hidden before its look was changed is shown, and text that was shown before stays hidden', async () => {
  const change = (now: string, before: string) =>
    `<w:rPr>${now}<w:rPrChange><w:rPr>${before}</w:rPr></w:rPrChange></w:rPr>`;
  const run = (properties: string, text: string) => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
  const shown = run(change('<w:b/>', '<w:vanish/>'), 'shown');
  const hidden = run(change('<w:vanish/>', '<w:vanish w:val="0"/>'), ' hidden');
  assert.deepEqual(await kinds(`<w:p>${shown}${hidden}</w:p>`), [['paragraph', 'shown']]);
});

test('what a row was before its change is not counted a second time', async () => {
  const row = (properties: string, texts: string[]) =>
    `<w:tr><w:trPr>${properties}</w:trPr>${texts.map(text => `<w:tc>${p(text)}</w:tc>`).join('')}</w:tr>`;
  const late = '<w:gridBefore w:val="1"/>';
  const changed = `${late}<w:trPrChange><w:trPr>${late}<w:tblHeader/></w:trPr></w:trPrChange>`;
  const [table] = await blocksOf(`<w:tbl>${row(changed, ['b'])}${row('', ['c', 'd'])}</w:tbl>`);
  assert.ok(table?.kind === 'table');
  const cells = table.rows.map(cells => cells.map(({ text, header }) => (header ? `${text}!` : text)));
  assert.deepEqual(cells, [
    ['', 'b'],
    ['c', 'd'],
  ]);
});

test('a paragraph behind a deleted heading is what its own mark says', async () => {
  assert.deepEqual(await kinds(DELETED + p('text')), [['paragraph', 'text']]);
  assert.deepEqual(await kinds(`<w:p><w:pPr>${MARK_DELETED}</w:pPr></w:p>${p('title', HEADING)}`), [
    ['heading', 'title'],
  ]);
  const initial = p('O', `${HEADING}<w:framePr w:dropCap="drop"/>`);
  assert.deepEqual(await kinds(initial + p('nce')), [['paragraph', 'Once']]);
});

test('a heading that only an empty paragraph is joined to is one still', async () => {
  assert.deepEqual(await kinds(p('title', HEADING + MARK_DELETED) + p('')), [['heading', 'title']]);
});

test('a note goes with the mark that was deleted, and is told once where it was moved', async () => {
  const mark = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const note = (id: number, text: string) => `<w:footnote w:id="${id}">${p(text)}</w:footnote>`;
  const body = [
    `<w:p><w:r><w:t>a</w:t></w:r><w:del>${mark(2)}</w:del></w:p>`,
    `<w:p><w:r><w:t>b</w:t></w:r><w:moveFrom>${mark(3)}</w:moveFrom></w:p>`,
    `<w:p><w:r><w:t>c</w:t></w:r><w:moveTo>${mark(4)}</w:moveTo></w:p>`,
  ];
  const footnotes = note(2, 'deleted') + note(3, 'moved') + note(4, 'moved') + note(5, 'without a mark');
  const told = (await blocksOf(body.join(''), { footnotes })).map(block =>
    'text' in block ? block.text : '',
  );
  assert.deepEqual(told, ['a', 'b', 'c[1]', '[1] moved', 'without a mark']);
});
