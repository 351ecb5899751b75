import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, p } from './docx.test-support.ts';

const typed = (text: string, font = 'Courier New'): string =>
  `<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const prose = (): string => p('The members met at noon and spoke about the harvest of the year. '.repeat(4));

const linesOf = async (body: string): Promise<string[]> =>
  (await blocksOf(body)).map(block =>
    'text' in block ? `${block.kind} ${block.text.slice(0, 60)}` : block.kind,
  );

test('paragraphs in a row whose letters all have one width are one program with its indentation', async () => {
  const [, code] = await linesOf(prose() + typed('if x:') + typed('    run()', 'Consolas') + prose());
  assert.equal(code, 'code if x:\n    run()');
});

test('a font of the theme sets runs of a typewritten style apart from programs', async () => {
  const font = (attributes: string) => `<w:rPr><w:rFonts ${attributes}/></w:rPr>`;
  const style = (id: string, more: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}">${more}</w:style>`;
  const styles =
    style('PlainText', font('w:ascii="Consolas" w:hAnsi="Consolas"')) +
    style('Letter', `<w:basedOn w:val="PlainText"/>${font('w:ascii="Consolas" w:asciiTheme="minorHAnsi"')}`);
  const line = (text: string, id: string, look: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r>${look}<w:t>${text}</w:t></w:r></w:p>`;
  const kindsOf = async (id: string, look: string) =>
    (await blocksOf(prose() + line('Useful links:', id, look) + line('Library:', id, look), { styles })).map(
      ({ kind }) => kind,
    );
  assert.deepEqual(await kindsOf('PlainText', ''), ['paragraph', 'code']);
  assert.deepEqual(await kindsOf('PlainText', font('w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"')), [
    'paragraph',
    'paragraph',
    'paragraph',
  ]);
  assert.deepEqual(await kindsOf('Letter', ''), ['paragraph', 'paragraph', 'paragraph']);
});

test('the style of what is pasted from web pages makes no program of text in a font for text', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="HTML"><w:name w:val="HTML Preformatted"/><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Source Code"/></w:style>';
  const kindsOf = async (id: string, ...runs: string[]) => {
    const body = `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${runs.join('')}</w:p>`;
    return (await blocksOf(body, { styles })).map(({ kind }) => kind);
  };
  const run = (font: string) => `<w:r><w:rPr><w:rFonts ${font}/></w:rPr><w:t>The parties agree</w:t></w:r>`;
  assert.deepEqual(
    await kindsOf('HTML', run('w:ascii="Times New Roman"'), run('w:asciiTheme="minorHAnsi"')),
    ['paragraph'],
  );
  assert.deepEqual(await kindsOf('HTML', run('w:ascii="Times New Roman"'), run('w:hAnsi="Hack"')), ['code']);
  assert.deepEqual(await kindsOf('HTML', '<w:r><w:t>ls</w:t></w:r>'), ['code']);
  assert.deepEqual(await kindsOf('Own', run('w:ascii="Arial"')), ['code']);
});

test('a single such line, and one that only begins so, stay text', async () => {
  const mixed =
    '<w:p><w:r><w:rPr><w:rFonts w:ascii="Menlo"/></w:rPr><w:t>ls</w:t></w:r><w:r><w:t> lists files</w:t></w:r></w:p>';
  assert.deepEqual((await linesOf(prose() + typed('npm start') + prose() + mixed + mixed)).slice(1, 2), [
    'paragraph npm start',
  ]);
  assert.deepEqual((await linesOf(prose() + mixed + mixed)).slice(1), [
    'paragraph ls lists files',
    'paragraph ls lists files',
  ]);
});

test('a document that is all typewritten is no program', async () => {
  const [first] = await linesOf(typed('INT. KITCHEN - DAY') + typed('Ada enters.') + typed('She sits down.'));
  assert.equal(first, 'paragraph INT. KITCHEN - DAY');
});

test('a clipping in typewriter letters whose sentences run over lines is no program; a long command is', async () => {
  const news = 'The council met on Wednesday and spoke about the water works of the town. '.repeat(3).trim();
  const lines = await linesOf(prose() + typed('MORNING MAIL') + typed(news) + prose());
  assert.deepEqual(
    lines.map(line => line.split(' ')[0]),
    ['paragraph', 'paragraph', 'paragraph', 'paragraph'],
  );
  const command = `curl -H "Accept: text/plain" ${'--data "name=value_{id}" '.repeat(8)}`;
  const [, code] = await linesOf(prose() + typed('#!/bin/sh') + typed(command) + prose());
  assert.match(code ?? '', /^code #!\/bin\/sh\ncurl/);
});

test('a program in a box of one cell keeps its indentation; one line or a cell beside it stay a table', async () => {
  const box = (...cells: string[]) =>
    `<w:tbl><w:tr>${cells.map(cell => `<w:tc>${cell}</w:tc>`).join('')}</w:tr></w:tbl>`;
  const program = typed('int main() {') + typed('  return 0;') + typed('}');
  assert.equal((await linesOf(prose() + box(program)))[1], 'code int main() {\n  return 0;\n}');
  for (const table of [box(typed('npm start')), box(p('C'), program)])
    assert.equal((await linesOf(prose() + table))[1], 'table');
});
