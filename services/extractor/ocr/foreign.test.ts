import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from './engine.ts';
import { isForeign } from './foreign.ts';

const box = { left: 0, top: 0, right: 1, bottom: 1 };

function lines(text: string): RecognizedLine[] {
  return [{ ...box, words: text.split(' ').map(word => ({ ...box, text: word, confidence: 90 })) }];
}

const ENGLISH =
  'The keeper of the bridge has seen the boats and the gate is closed at night so that no boat may leave before it is seen by the keeper of the gate in the morning.';
const GERMAN =
  'Der Ausschuss prufte den Haushalt fur die Brucken und genehmigte eine Erhohung, die auch von den Anwohnern nicht bestritten wird, denn das Wasser ist mit dem Regen auf eine Hohe gestiegen.';
const SPANISH =
  'Los ninos que viven en la montana llegan tarde por la lluvia y el comite reviso el presupuesto anual para las escuelas del valle, que se cierran con la nieve, como es sabido.';

test('print in another language than the models is told by its frequent words', () => {
  assert.equal(isForeign(lines(GERMAN), ['eng']), true);
  assert.equal(isForeign(lines(SPANISH), ['eng']), true);
  assert.equal(isForeign(lines(ENGLISH), ['deu']), true);
});

test('print in a language of the models is not foreign, alone or beside others', () => {
  assert.equal(isForeign(lines(ENGLISH), ['eng']), false);
  assert.equal(isForeign(lines(GERMAN), ['eng', 'deu']), false);
  assert.equal(isForeign(lines(`${ENGLISH} ${GERMAN}`), ['eng']), false);
});

test('few words, names and figures say nothing about their language', () => {
  assert.equal(isForeign(lines('Der Ausschuss und die Brucken'), ['eng']), false);
  assert.equal(isForeign(lines(Array(40).fill('Kestrel 12.50').join(' ')), ['eng']), false);
});

test('models whose words are not known here do not judge', () => {
  assert.equal(isForeign(lines(GERMAN), ['ces']), false);
});
