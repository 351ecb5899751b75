import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authoredAlt } from './alt-text.ts';

test('what an author wrote stays, also behind the label that Outlook puts before it', () => {
  assert.equal(authoredAlt('Plan of the second floor.'), 'Plan of the second floor.');
  assert.equal(authoredAlt('Description: Description: Our logo'), 'Our logo');
});

test('what Office says of its own descriptions is left out, in older words and other languages too', () => {
  for (const [alt, said] of [
    ['A close up of a sign\n\nDescription generated with very high confidence', 'A close up of a sign'],
    [
      'グラフィカル ユーザー インターフェイス\n\n自動的に生成された説明',
      'グラフィカル ユーザー インターフェイス',
    ],
    ['人, 屋外 が含まれている画像\n\n中程度の精度で自動的に生成された説明', '人, 屋外 が含まれている画像'],
    [
      'Ein Bild, das Logo enthält.\n\nKI-generierte Inhalte können fehlerhaft sein.',
      'Ein Bild, das Logo enthält.',
    ],
    [
      'Une image contenant texte\n\nLe contenu généré par l’IA peut être incorrect.',
      'Une image contenant texte',
    ],
    ['Ảnh có chứa văn bản\n\nMô tả được tạo tự động', 'Ảnh có chứa văn bản'],
    ['โลโก้\n\nเนื้อหาที่สร้างโดย AI อาจไม่ถูกต้อง', 'โลโก้'],
    ['图形用户界面, 文本\n\n中度可信度描述已自动生成', '图形用户界面, 文本'],
    ['Obraz zawierający tekst\n\nOpis wygenerowany automatycznie', 'Obraz zawierający tekst'],
  ] as const) {
    assert.equal(authoredAlt(alt), said);
  }
});

test('names of files, addresses and parts of a mail describe nothing', () => {
  for (const name of ['DSC_0012.JPG', 'C:\\pictures\\our house in may.png', 'https://example.org/a.gif']) {
    assert.equal(authoredAlt(name), '');
  }
  assert.equal(authoredAlt('Description: cid:image004.jpg@01D05A2D.4A638A50'), '');
});

test('addresses of pictures and pictures written as one describe nothing, the name of a site may', () => {
  for (const address of [
    'https://mail.example.org/mail/u/0/?view=fimg&th=161b2c',
    'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQ==',
    'blob:https://example.org/3f2a',
  ]) {
    assert.equal(authoredAlt(address), '');
  }
  for (const words of ['https://example.org', 'See https://example.org/plan for more', 'data:image']) {
    assert.equal(authoredAlt(words), words);
  }
});
