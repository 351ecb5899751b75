import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMostlyIn, isWrittenIn, mayBe, othersOf, SCRIPTS } from './scripts.ts';

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

test('Arabic and Persian are told apart by letters that only Arabic has', () => {
  const arabic = SCRIPTS.find(script => script.languages.includes('fas'));
  assert.ok(arabic !== undefined);
  const languagesOf = (text: string) => arabic.languages.filter(code => mayBe(code, text, arabic));
  assert.deepEqual(languagesOf('قائمة كاملة بمتغیرات البرنامج بما فیها اسمه'), ['ara']);
  assert.deepEqual(languagesOf('سرور فيلترينك اكر استفاده از يروكسى الزامى باشد'), ['fas']);
});

test('what Thai’s model makes of Ukrainian or Burmese is not mostly Thai, Thai with names and numbers is', () => {
  const thai = SCRIPTS.find(script => script.languages.includes('tha'));
  assert.ok(thai !== undefined);
  for (const guessed of [
    'cnucky? NigtTpumka Baworo ง ภ เ อ อ ิ ภ อ พ อ 560 ห ล ฎ เ ล ธ ล ห ล iHTepHeT-nocnyr',
    ') ด ๐ ่ ฮ ว ด ๑๐ 0 ๐ 6 ว ว 5 ว ๐ ๓ ๕ 7 ว ว ่ ๐ ่ 7! > ๓ อ 95:6 ด ๑ ว ว 6 COODCOUG ODO)',
  ])
    assert.equal(isMostlyIn(guessed, thai), false);
  assert.ok(isMostlyIn('เครื่องมือที่จะใช้สร้าง initrd สำหรับบูต: รายการนี้แสดงเครื่องมือ 12', thai));
});
