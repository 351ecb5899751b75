import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { CEILINGS } from '../../format.ts';
import { parseStructured } from '../../mime/structured-value.ts';
import { decodeTransfer } from '../../mime/transfer-encoding.ts';
import { plainText } from './part-blocks.ts';
import { textFileBlocks } from './text-file.ts';

/** Each of these texts took half a minute to an hour when it was searched again for each of its signs. */
const SIGNS = 400_000;
const LINEAR_MS = 10_000;

const textOf = (file: string): string =>
  textFileBlocks(file, 'text/plain', CEILINGS.cells)
    .map(block => ('text' in block ? block.text : block.kind))
    .join('|');

test(
  'a text file of empty lines is read in the time of its length',
  inCpuTime(LINEAR_MS, () => {
    assert.equal(textOf(`One${'\n'.repeat(SIGNS)}two`), 'One|two');
    assert.equal(textOf(`One${' \r\n'.repeat(SIGNS)}two`), 'One|two');
  }),
);

test(
  'a card with a line that is no property is read in the time of its length',
  inCpuTime(LINEAR_MS, () => {
    assert.equal(
      textOf(`\n BEGIN:VCARD \r\nFN:Ada\n${'x'.repeat(SIGNS)}\nitem1.TEL;TYPE=work:1\nEND:VCARD`),
      'Name: Ada\nTelephone: 1',
    );
  }),
);

test(
  'comments of enriched text that never end are read in the time of their length',
  inCpuTime(LINEAR_MS, () => {
    const text = `<comment>no</comment>One${'<comment>'.repeat(SIGNS / 10)}`;
    assert.equal(plainText(text, 'text/enriched'), 'One');
  }),
);

test(
  'a word of letters alone behind a body in base64 is read in the time of its length',
  inCpuTime(LINEAR_MS, () => {
    const body = `${Buffer.from('One').toString('base64')}=${'A'.repeat(SIGNS)}`;
    assert.equal(decodeTransfer(Buffer.from(body), 'base64').length, 3 + (SIGNS * 3) / 4);
  }),
);

test(
  'a type with blanks before its slash is read in the time of its length',
  inCpuTime(LINEAR_MS, () => {
    assert.equal(parseStructured(`text${' '.repeat(SIGNS)} x`).value.startsWith('text'), true);
    assert.equal(parseStructured(`text \t / html; a=b`).value, 'text/html');
  }),
);
