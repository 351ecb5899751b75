import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWrittenIn, othersOf, SCRIPTS } from './scripts.ts';

test('languages that were added are tried after the scripts on board', () => {
  assert.deepEqual(
    othersOf(['eng', 'rus', 'kat']).map(script => script.languages),
    [['kat']],
  );
});

test('Latin print that the Vietnamese model guessed at is not Vietnamese', () => {
  const vietnamese = SCRIPTS.find(script => script.languages.includes('vie'));
  assert.ok(vietnamese !== undefined);
  assert.ok(isWrittenIn('Cài đặt hệ thống tập tin trên đĩa cứng của máy tính', vietnamese));
  assert.ok(
    !isWrittenIn('informafii despre instalare sỉ personalizare, dar face referire la manualul', vietnamese),
  );
});
