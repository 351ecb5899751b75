import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';
import { readPage } from './read-page.ts';

async function itemsOf(content: string) {
  const pdf = await openPdf(builtPdf([content]));
  const { items } = await readPage(pdf, 1, () => true);
  await pdf.close();
  return items;
}

const textOf = async (string: string): Promise<string> =>
  (await itemsOf(`BT /regular 10 Tf 72 700 Td ${string} Tj ET`)).map(item => item.text).join(' ');

const leftOf = async (x: string): Promise<number> =>
  (await itemsOf(`BT /regular 10 Tf ${x} 700 Td (River) Tj ET`))[0]?.left ?? Number.NaN;

test('a string is read however it is spelled', async () => {
  for (const river of ['(River)', '(Riv\\145r)', '(Ri\\\nver)', '<5269766572>', '<52 69\n76 65 72>'])
    assert.equal(await textOf(river), 'River');
  assert.equal(await textOf('(R(i)ver)'), 'R(i)ver');
  assert.equal(await textOf('<52697>'), 'Rip', 'a last digit that is missing is 0');
  assert.equal(await textOf('<5269zz76>'), 'Riv');
  assert.equal(await textOf('()'), '');
  assert.equal(await textOf('<>'), '');
});

test('a number is read however it is spelled', async () => {
  for (const x of ['72', '72.0', '72.', '+72', '0072', '7-2', '72.000000']) assert.equal(await leftOf(x), 72);
  assert.equal(await leftOf('.5'), 0.5);
  assert.equal(await leftOf('72 0 Td -.5'), 71.5);
  assert.equal(await leftOf('72 0 Td --.5'), 71.5);
});

test('operators need no space where nothing else can be meant, and what is none is skipped', async () => {
  const content =
    'qQ q BT/regular 10 Tf 72 700 Td(River)Tj ET Qf nonsense xx BT/regular 10 Tf 72 600 Td(Bank)Tj ET';
  assert.deepEqual(
    (await itemsOf(content)).map(item => item.text),
    ['River', 'Bank'],
  );
});

test('a name may spell its characters as numbers', async () => {
  assert.equal((await itemsOf('BT /re#67ular 10 Tf 72 700 Td (River) Tj ET'))[0]?.font.name, 'Helvetica');
});

test('a page may end in the middle of a word', async () => {
  for (const end of ['(Ban', '<4261', '12', '/reg', 'T', '<', '-'])
    assert.deepEqual(
      (await itemsOf(`BT /regular 10 Tf 72 700 Td (River) Tj ET ${end}`)).map(item => item.text),
      ['River'],
    );
});

test('what is damaged in a content stream is passed over, and the rest of the page is read', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at).join(' ');
  for (const damage of [
    'BT (Ba)nk) Tj ET',
    ') ) 12 )',
    '-x 12 Td',
    '+/ 12 Td',
    '[(Ban) ) -20 (k)]',
    `${numbers} xx`,
    '12 TJ',
  ]) {
    const content = `BT /regular 10 Tf 72 700 Td (River) Tj ET ${damage}\nBT /regular 10 Tf 1 0 0 1 72 600 Tm (Boats) Tj ET`;
    const items = (await itemsOf(content)).map(item => item.text);
    assert.deepEqual([items[0], items.at(-1)], ['River', 'Boats'], damage);
  }
});

test('of more operands than any operator has the last ones are its own', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at).join(' ');
  const [item] = await itemsOf(`BT /regular 10 Tf ${numbers} 1 0 0 1 72 700 Tm (River) Tj ET`);
  assert.deepEqual([item?.left, item?.baseline], [72, 92]);
});

test('a content stream without an end goes on to the end of its object, or of a file that was cut off', async () => {
  const whole = Buffer.from(builtPdf(['BT /regular 10 Tf 72 700 Td (River) Tj ET'])).toString('latin1');
  const ends = {
    object: whole.replace('endstream', '').replace(/\/Length \d+/, '/Length 900 0 R'),
    file: whole.slice(0, whole.indexOf('endstream')),
  };
  for (const [end, file] of Object.entries(ends)) {
    const pdf = await openPdf(Buffer.from(file, 'latin1'));
    const { items } = await readPage(pdf, 1, () => true);
    await pdf.close();
    assert.deepEqual(
      items.map(item => item.text),
      ['River'],
      end,
    );
  }
});
