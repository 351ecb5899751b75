import assert from 'node:assert/strict';
import { test } from 'node:test';
import { othersOf, SCRIPTS } from './scripts.ts';

function languageOf(code: string, text: string): string | undefined {
  return SCRIPTS.find(script => script.languages.includes(code))?.languageOf?.(text);
}

test('Cyrillic print is told apart by letters that only one language has', () => {
  assert.equal(
    languageOf('rus', 'Все люди рождаются свободными и равными в своём достоинстве и правах.'),
    'rus',
  );
  assert.equal(
    languageOf('rus', 'Всі люди народжуються вільними і рівними у своїй гідності та правах.'),
    'ukr',
  );
  assert.equal(
    languageOf('rus', 'Всички хора се раждат свободни и равни по достойнство и права. Съвест.'),
    'bul',
  );
});

test('Persian is told from Arabic by its own letters', () => {
  assert.equal(languageOf('ara', 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق'), 'ara');
  assert.equal(
    languageOf('ara', 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند گفتگو'),
    'fas',
  );
});

test('languages that were added are tried after the scripts on board', () => {
  assert.deepEqual(
    othersOf(['eng', 'rus', 'kat']).map(script => script.languages),
    [['kat']],
  );
});
