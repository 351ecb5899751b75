import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPptx, line, parse, type SlideSource, shape } from './pptx.test-support.ts';

/** One paragraph in this size, given in points. */
const sized = (text: string, points: number): string =>
  `<a:p><a:r><a:rPr sz="${points * 100}"/><a:t>${text}</a:t></a:r></a:p>`;
const BULLET = '<a:pPr><a:buChar char="•"/></a:pPr>';

async function headingsOf(slides: SlideSource[]): Promise<string[]> {
  const { blocks } = await parse(buildPptx(slides));
  return blocks.flatMap(block => (block.kind === 'heading' ? [block.text] : []));
}

test('in a deck without title placeholders the one large text of a slide is its heading', async () => {
  const shapes = shape(sized('14 May', 12)) + shape(sized('Results of the year', 28)) + shape('Sales grew.');
  const { blocks } = await parse(buildPptx([{ shapes }]));
  assert.deepEqual(
    blocks.map(block => block.kind),
    ['paragraph', 'heading', 'paragraph'],
  );
  assert.deepEqual(await headingsOf([{ shapes }]), ['Results of the year']);
});

test('a slide without a title in a deck that has title placeholders stays without', async () => {
  const titled = { shapes: shape('Welcome', { placeholder: 'type="title"' }) };
  assert.deepEqual(await headingsOf([titled, { shapes: shape(sized('A large word', 40)) }]), ['Welcome']);
});

test('a title in two lines is one heading, and the speaker below it in the same box is not of it', async () => {
  const box = sized('Growing tomatoes', 40) + sized('on a balcony', 40) + sized('A. Gardener', 24);
  assert.deepEqual(await headingsOf([{ shapes: shape(box) }]), ['Growing tomatoes on a balcony']);
});

test('a figure set larger than the title is none', async () => {
  const shapes = shape(sized('46 %', 60)) + shape(sized('Growth', 28)) + shape('more than before');
  assert.deepEqual(await headingsOf([{ shapes }]), ['Growth']);
});

test('no text of several as large, no small one, no bullet and no sentence is a heading', async () => {
  const equals = shape(sized('Plan', 32)) + shape(sized('Build', 32)) + shape('both');
  const bullet = shape(line('a point', BULLET).replace('<a:t>', '<a:rPr sz="4000"/><a:t>'));
  const others = [sized('a caption', 12), sized('Nobody may leave before noon.', 40)];
  const slides = [equals, bullet, ...others.map(text => shape(text))].map(shapes => ({ shapes }));
  assert.deepEqual(await headingsOf(slides), []);
});

test('sizes are inherited from the list styles of the box', async () => {
  const lists = '<a:lvl1pPr><a:defRPr sz="3200"/></a:lvl1pPr>';
  assert.deepEqual(await headingsOf([{ shapes: shape('Agenda', { lists }) + shape('first') }]), ['Agenda']);
});
