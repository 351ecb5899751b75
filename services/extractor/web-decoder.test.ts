import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decodeHtml } from './html/decode.ts';
import { guessEncoding } from './html/guess-encoding.ts';
import { decodeText } from './mime/charset.ts';
import { decodeXml } from './xml/decode.ts';

const HONG_KONG = '佢喺屋企食咗嘢，啲嘢好好食嘅';
const KOREAN = '뷁 똠방각하와 펲시와 햏자';

test('signs of Hong Kong in Big5 and all syllables of Korean Windows are read in pages, mails and XML', () => {
  const texts = [
    ['big5', iconv.encode(HONG_KONG, 'big5-hkscs'), HONG_KONG],
    ['big5-hkscs', iconv.encode(HONG_KONG, 'big5-hkscs'), HONG_KONG],
    ['euc-kr', iconv.encode(KOREAN, 'cp949'), KOREAN],
    ['ks_c_5601-1987', iconv.encode(KOREAN, 'cp949'), KOREAN],
  ] as const;
  for (const [label, bytes, text] of texts) {
    const page = Buffer.concat([Buffer.from(`<meta charset=${label}><p>`), bytes]);
    assert.equal(decodeHtml(page), `<meta charset=${label}><p>${text}`);
    assert.equal(decodeText(bytes, label), text);
    const entity = Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>`), bytes]);
    assert.equal(decodeXml(entity).text.split('<a>')[1], text);
  }
});

test('Korean of Windows that declares no encoding is told by its syllables', () => {
  assert.equal(guessEncoding(iconv.encode(KOREAN, 'cp949')), 'euc-kr');
});
