import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, JsonBytes, replacementsWith } from './json-bytes.ts';

const UNITS = [
  'a',
  'Z',
  '0',
  ' ',
  '"',
  '\\',
  '/',
  '\n',
  '\r',
  '\t',
  '\b',
  '\f',
  '\0',
  '\u001f',
  '\u007f',
  '\u0080',
]
  .concat([
    'é',
    '\u07ff',
    '\u0800',
    '€',
    '\u2028',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\ud83d',
    '\ude00',
    '\ud83d\ude00',
  ])
  .concat(['&', '<', '|']);

test('a string of any characters is written as JSON.stringify and UTF-8 write it', () => {
  const random = numbersFrom(3);
  const others = { '&': '&amp;', '|': '\\|', '\n': '<br>' };
  const replacements = replacementsWith(others);
  for (let round = 0; round < 5_000; round++) {
    const length = Math.floor(random() * 12);
    const text = Array.from({ length }, () => UNITS[Math.floor(random() * UNITS.length)]).join('');
    const replaced = text.replace(/[&|\n]/g, sign => others[sign as keyof typeof others]);
    assert.equal(
      written(json => json.quoted(text)),
      JSON.stringify(text).slice(1, -1),
    );
    assert.equal(
      written(json => json.quoted(text, replacements)),
      JSON.stringify(replaced).slice(1, -1),
    );
  }
});

test('a field is its text between what stands around it, however long they are', () => {
  const others = replacementsWith({ '&': '&amp;' });
  for (const text of ['', 'a & “b”\n', '&'.repeat(70_000), '\ud83d\ude00'.repeat(40_000)])
    for (const around of ['', ' |', '{"text":"a longer piece"'])
      for (const replacements of [undefined, others]) {
        const pieces = written(json => {
          json.raw(bytesOf(around));
          json.quoted(text, replacements);
          json.raw(bytesOf(around));
        });
        const whole = written(json => json.field(bytesOf(around), text, replacements, bytesOf(around)));
        assert.ok(whole === pieces, `${text.length} ${around}`);
        const replaced = replacements === undefined ? text : text.replaceAll('&', '&amp;');
        assert.ok(
          whole === around + JSON.stringify(replaced).slice(1, -1) + around,
          `${text.length} ${around}`,
        );
      }
});

test('a long string is written whole, and where it is cut within a pair, the pair once', () => {
  const text = `${'x'.repeat(65_535)}\ud83d\ude00${'"'.repeat(70_000)}`;
  assert.equal(
    written(json => json.quoted(text)),
    JSON.stringify(text).slice(1, -1),
  );
  const halves = written(json => {
    json.quoted(text, undefined, 0, 65_536);
    json.quoted(text, undefined, 65_536, text.length);
  });
  assert.equal(halves, JSON.stringify(text).slice(1, -1));
});

test('where a long string is cut, half of a pair that stands alone is told, and so is what follows it', () => {
  for (const around of ['\ud83dx', 'x\ude00', '\ud83d\ud83d\ude00', '\ue000\ude00']) {
    const text = `${'x'.repeat(65_535)}${around}y`;
    assert.equal(
      written(json => json.quoted(text)),
      JSON.stringify(text).slice(1, -1),
    );
  }
});

test('what was taken is not written to any more', () => {
  const json = new JsonBytes();
  json.raw(bytesOf('[1,'));
  const first = json.take();
  json.rawText('"é"]');
  assert.equal(json.length, 5);
  assert.equal(Buffer.concat([first, json.take()]).toString(), '[1,"é"]');
});

function written(write: (json: JsonBytes) => void): string {
  const json = new JsonBytes();
  write(json);
  return Buffer.from(json.take()).toString();
}

/** A reproducible sequence of numbers from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
