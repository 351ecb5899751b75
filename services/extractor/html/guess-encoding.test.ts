import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { guessEncoding } from './guess-encoding.ts';

const TEXTS = {
  ru: 'Привет, мир! Это страница без объявления кодировки, каких много на старых серверах.',
  ukrainian: 'Це сторінка без оголошення кодування, яких багато на старих серверах. Її читають люди.',
  greek: 'Αυτή η σελίδα δεν δηλώνει την κωδικοποίησή της, όπως πολλές παλιές σελίδες.',
  hebrew: 'הדף הזה אינו מצהיר על הקידוד שלו, כמו דפים ישנים רבים אחרים.',
  arabic: 'هذه الصفحة لا تعلن عن ترميزها مثل العديد من الصفحات القديمة على الخوادم.',
  thai: 'หน้านี้ไม่ได้ประกาศการเข้ารหัสของตนเหมือนกับหน้าเก่าจำนวนมาก',
  japanese: '日本語のテキストがここにあります。これは文字コードの宣言がない文書です。',
  korean: '이 문서는 문자 인코딩을 선언하지 않은 오래된 문서입니다. 서버에 많이 있습니다.',
  simplified: '这是一个没有声明编码的网页，旧服务器上有很多这样的网页。它们的读者并不少。',
  traditional: '這是一個沒有宣告編碼的網頁，舊伺服器上有很多這樣的網頁。它們的讀者並不少。',
  french: 'Où est passé l’élève ? À la forêt, où il a mangé des pâtes « très bonnes ».',
  german: 'Die Straße über die Brücke führt zum Schloß, schöne Grüße aus Köln.',
};

test('text that declares no encoding is read in the one whose letters it holds', () => {
  const written: readonly (readonly [keyof typeof TEXTS, string])[] = [
    ['ru', 'windows-1251'],
    ['ru', 'koi8-r'],
    ['ru', 'ibm866'],
    ['ru', 'iso-8859-5'],
    ['ukrainian', 'windows-1251'],
    ['greek', 'windows-1253'],
    ['hebrew', 'windows-1255'],
    ['arabic', 'windows-1256'],
    ['thai', 'windows-874'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['korean', 'euc-kr'],
    ['simplified', 'gb18030'],
    ['traditional', 'big5'],
    ['french', 'windows-1252'],
    ['german', 'windows-1252'],
  ];
  for (const [language, encoding] of written) {
    const bytes = iconv.encode(`<html><body><p>${TEXTS[language]}</p></body></html>`, encoding);
    assert.equal(guessEncoding(bytes), encoding, `${language} in ${encoding}`);
  }
});

test('escape sequences tell Japanese mail', () => {
  assert.equal(guessEncoding(Buffer.from('\x1b$BF|K\\8l\x1b(B', 'latin1')), 'iso-2022-jp');
});

test('too little text is taken for the commonest encoding', () => {
  assert.equal(guessEncoding(Buffer.from('caf\xe9', 'latin1')), 'windows-1252');
  assert.equal(guessEncoding(Buffer.from('')), 'windows-1252');
});
