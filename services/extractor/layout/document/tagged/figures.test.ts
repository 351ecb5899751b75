import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, text } from '../../../formats/pdf/built-pdf.fixture.ts';
import { type Element, marked, taggedPdf } from '../../../formats/pdf/tags/tagged-pdf.fixture.ts';

const element = (role: string, ...kids: Element['kids']): Element => ({ role, kids });
const figure = (alt: string, ...kids: number[]): Element => ({
  role: 'Figure',
  kids,
  entries: `/Alt (${alt})`,
});

const outline = async (content: string, ...tree: Element[]): Promise<string[]> =>
  (await parsed(taggedPdf(content, tree))).blocks.map(block => {
    if (block.kind === 'image') return `image: ${block.alt}`;
    return 'text' in block ? block.text : block.kind;
  });

const ABOVE = 'The boats are kept below the bridge.';
const BELOW = 'No boat may leave before the keeper has seen it.';
const content = `${marked(0, 72, 700, ABOVE)}/Figure <</MCID 1>> BDC 72 500 200 150 re f EMC ${marked(2, 72, 400, BELOW)}`;

test('a picture that its author described is an image where the tags have it', async () => {
  const tree = [element('P', 0), figure('Boats in a row', 1), element('P', 2)];
  assert.deepEqual(await outline(content, ...tree), [ABOVE, 'image: Boats in a row', BELOW]);
});

test('a described picture alone on its page is read', async () => {
  const alone = '/Figure <</MCID 0>> BDC 72 500 200 150 re f EMC';
  assert.deepEqual(await outline(alone, figure('Boats in a row', 0)), ['image: Boats in a row']);
});

test('names of files and of nothing in particular are no description', async () => {
  for (const alt of [
    'Figure 3',
    'logo.png',
    'C:\\\\\\\\boats\\\\\\\\row 2.jpg',
    'https://boats.example/row',
  ]) {
    const tree = [element('P', 0), figure(alt, 1), element('P', 2)];
    assert.deepEqual(await outline(content, ...tree), [ABOVE, BELOW]);
  }
});

test('names that Visio gives its shapes are no description', async () => {
  const of = (alt: string) =>
    outline(content, element('P', 0), figure(alt, 1), element('P', 2)).then(([, image, below]) =>
      below === undefined ? null : image,
    );
  assert.equal(await of('Dynamic connector.153'), null);
  assert.equal(await of('Sheet.5'), null);
  assert.equal(await of('Boats of the year 1.5 m long'), 'image: Boats of the year 1.5 m long');
});

test('what Office says of its own descriptions is left out in any language', async () => {
  const [, image] = await outline(
    content,
    element('P', 0),
    figure('Barcos en fila. El contenido generado por IA puede ser incorrecto.', 1),
    element('P', 2),
  );
  assert.equal(image, 'image: Barcos en fila.');
});

test('a description that repeats what the page says is left out, whole or in another order', async () => {
  const tree = (alt: string) => [element('P', 0), figure(alt, 1), element('P', 2)];
  assert.deepEqual(await outline(content, ...tree('The boats are kept\\nbelow the bridge')), [ABOVE, BELOW]);
  const mixed = 'No boat may leave below the bridge before the keeper has seen it';
  assert.deepEqual(await outline(content, ...tree(mixed)), [ABOVE, BELOW]);
  for (const other of ['The boats', 'Three boats are kept below the bridge, and a keeper looks on'])
    assert.deepEqual(await outline(content, ...tree(other)), [ABOVE, `image: ${other}`, BELOW]);
});

test('an element that says what it stands for replaces all that it draws, over lines too', async () => {
  const drawn =
    '/Span <</MCID 0>> BDC ' +
    text(72, 700, 'It was an extra-') +
    'EMC /Span <</MCID 1>> BDC ' +
    text(72, 688, 'ord1nary') +
    'EMC /Span <</MCID 2>> BDC ' +
    text(130, 688, 'morning.') +
    'EMC';
  const span = { ...element('Span', 0, 1), entries: '/ActualText (It was an extraordinary)' };
  assert.equal((await outline(drawn, element('P', span, 2))).join(' '), 'It was an extraordinary morning.');
});
