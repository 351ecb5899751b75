import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authoredAlt } from './alt-text.ts';

test('what an author wrote stays, also behind the label that Outlook puts before it', () => {
  assert.equal(authoredAlt('Plan of the second floor.'), 'Plan of the second floor.');
  assert.equal(authoredAlt('Description: Description: Our logo'), 'Our logo');
});

test('names of files, addresses and parts of a mail describe nothing', () => {
  for (const name of ['DSC_0012.JPG', 'C:\\pictures\\our house in may.png', 'https://example.org/a.gif']) {
    assert.equal(authoredAlt(name), '');
  }
  assert.equal(authoredAlt('Description: cid:image004.jpg@01D05A2D.4A638A50'), '');
});
