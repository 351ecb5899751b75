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
