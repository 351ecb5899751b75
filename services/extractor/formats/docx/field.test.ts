import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { Fields } from './field.ts';

/** What a field with this instruction and no result shows. */
function shown(instruction: string): string {
  const fields = new Fields();
  fields.begin();
  fields.instruct(instruction);
  return fields.end();
}

test('a button shows what stands in its instruction', () => {
  assert.equal(shown(' MACROBUTTON NoMacro [Click here and type a name] '), '[Click here and type a name]');
});

test('a symbol is the character of its font', () => {
  assert.equal(shown(' SYMBOL 183 \\f Symbol \\s 10 '), '•');
  assert.equal(shown(' SYMBOL 0x2713 \\u '), '✓');
});

test('readings that old programs set with EQ follow their word in parentheses', () => {
  const reading = 'EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)';
  assert.equal(shown(reading), '東京(とうきょう)');
});

test('equations of old programs are flat text', () => {
  assert.equal(shown('EQ \\f(a,b)'), 'a/b');
  assert.equal(shown('EQ \\r(3,x)'), '3√x');
  assert.equal(shown('EQ \\o\\ac(○,印)'), '印');
  assert.equal(shown(`EQ ${'\\f('.repeat(5_000)}`), '');
});

test(
  'an equation that never ends is given up, however many options it has',
  inCpuTime(10_000, () => {
    assert.equal(shown(`EQ \\a${'\\cc\t<'.repeat(200)} x)`), '');
    assert.equal(shown('EQ \\a \\al \\co2 \\vs 3 \\hs3.5(1,2,3)'), '1 2 3');
    assert.equal(shown('EQ \\b \\bc \\{ (\\r(,x))'), '√x');
  }),
);

test('other fields without a result show nothing', () => {
  assert.equal(shown(' PAGE '), '');
  assert.equal(shown(''), '');
});

test('a field with a result shows only that', () => {
  const fields = new Fields();
  fields.begin();
  fields.instruct('MACROBUTTON NoMacro prompt');
  fields.separate();
  fields.noteText();
  assert.equal(fields.end(), '');
});
