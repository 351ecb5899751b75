import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadFormats } from '../registry.ts';
import { heard } from './hearing.ts';

const COMPLETED = {
  kind: 'completed',
  contentType: 'text/html',
  chars: 5,
  pages: 1,
  ocr: true,
  ocrCount: { pages: 1, confidence: 90 },
  warnings: ['page-unreadable'],
};
const NONE = { ...COMPLETED, chars: 0, pages: 0, ocr: false, ocrCount: { pages: 0, confidence: null } };
const MOST = { ...COMPLETED, chars: 2 ** 31 - 1, ocrCount: { pages: 1, confidence: 100 } };
const FAILED = { kind: 'failed', code: 'encrypted', abusive: false, contentType: null };

describe('what a worker says', () => {
  test('is heard where it is in its senses, of every type that a format reads', async () => {
    for (const said of [COMPLETED, FAILED, { ...COMPLETED, pages: null, warnings: [] }, NONE, MOST])
      assert.equal(heard(said), said);
    for (const { contentTypes } of await loadFormats())
      for (const contentType of contentTypes)
        assert.ok(heard({ ...COMPLETED, contentType }) && heard({ ...FAILED, contentType }), contentType);
  });

  for (const [what, header] of [
    ['nothing', null],
    ['a word', 'completed'],
    ['of an unknown kind', { kind: 'constructor' }],
    ['of a kind that is no word', { kind: ['ready'] }],
    ['an answer without its fields', { kind: 'completed' }],
    ['a length that is no number', { ...COMPLETED, chars: '5' }],
    ['a length that no event holds', { ...COMPLETED, chars: 2 ** 40 }],
    ['a list for its type', { ...COMPLETED, contentType: ['text/html'] }],
    ['a length below none', { ...COMPLETED, chars: -1 }],
    ['a length just above what an event holds', { ...COMPLETED, chars: 2 ** 31 }],
    ['no word on OCR', { ...COMPLETED, ocr: 'yes' }],
    ['half a page of OCR', { ...COMPLETED, ocrCount: { pages: 0.5, confidence: 90 } }],
    ['a count of OCR that is a word', { ...COMPLETED, ocrCount: 'one' }],
    ['warnings that are no list', { ...COMPLETED, warnings: 'page-unreadable' }],
    ['a warning that is a list', { ...COMPLETED, warnings: [['page-unreadable']] }],
    ['a failure that is perhaps abusive', { ...FAILED, abusive: 1 }],
    ['a picture with a text for its number', { kind: 'loaned', id: 'x' }],
    ['half a page', { ...COMPLETED, pages: 0.5 }],
    ['no count of OCR', { ...COMPLETED, ocrCount: null }],
    ['a confidence above all', { ...COMPLETED, ocrCount: { pages: 1, confidence: 101 } }],
    ['a type with a line of its own', { ...COMPLETED, contentType: 'text/html\nx' }],
    ['a type that is a text', { ...FAILED, contentType: `text/${'words '.repeat(50)}` }],
    ['a warning that is in no table', { ...COMPLETED, warnings: ['the-board-met-on-monday'] }],
    ['text for a warning', { ...COMPLETED, warnings: ['The board met on Monday.'] }],
    ['warnings without end', { ...COMPLETED, warnings: Array(1_000).fill('page-unreadable') }],
    ['a failure that is none of a document', { ...FAILED, code: 'quota_exceeded' }],
    ['a failure with a name of its own', { ...FAILED, code: '__proto__' }],
    ['a question with a text for its number', { kind: 'ask', id: 'x'.repeat(1_000) }],
  ] as const)
    test(`is not heard where it is ${what}`, () => assert.equal(heard(header), undefined));
});
