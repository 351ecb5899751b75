import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../format.ts';
import { calendarBlocks } from './calendar.ts';
import { format } from './format.ts';

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

const textsOf = (calendar: string, isOnlyBody = false): string[] =>
  calendarBlocks(calendar, 'Invitation', isOnlyBody).map(block =>
    block.kind === 'paragraph' ? block.text : '',
  );

async function mailTexts(header: string, body: string): Promise<string[]> {
  const bytes = Buffer.from(`Subject: Invitation\n${header}\n\n${body}`);
  const { blocks } = await format.parse(
    { bytes, contentType: 'message/rfc822' },
    { ocr: { recognize: () => Promise.reject(new Error('no pictures here')) }, ceilings: CEILINGS },
  );
  return blocks.map(block =>
    block.kind === 'paragraph' || block.kind === 'heading' ? block.text : block.kind,
  );
}

test('an invitation says what, when, where and who', () => {
  const calendar = event(
    'SUMMARY:Budget review\\, third',
    '  round',
    'DTSTART;TZID=Europe/Paris:20261123T140000',
    'DTEND;TZID=Europe/Paris:20261123T150000',
    'LOCATION:Room 4',
    'ORGANIZER;CN=Ann:mailto:ann@example.org',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION;CN="Bob, Ltd":mailto:bob@example.org',
    'ATTENDEE:mailto:eve@example.org',
    'BEGIN:VALARM',
    'DESCRIPTION:Reminder',
    'END:VALARM',
  );
  assert.deepEqual(textsOf(calendar, true), [
    [
      'Budget review, third round',
      'When: 2026-11-23 14:00 – 15:00 (Europe/Paris)',
      'Where: Room 4',
      'Organizer: Ann <ann@example.org>',
      'Attendees: Bob, Ltd <bob@example.org>, eve@example.org',
    ].join('\n'),
  ]);
});

test('whole days end on the day before their end; other days and zones are told', () => {
  assert.deepEqual(textsOf(event('DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261124')), [
    'When: 2026-11-23',
  ]);
  assert.deepEqual(textsOf(event('DTSTART:20261123T220000Z', 'DTEND:20261124T010000Z', 'RRULE:FREQ=DAILY')), [
    'When: 2026-11-23 22:00 UTC – 2026-11-24 01:00 UTC\nRepeats: FREQ=DAILY',
  ]);
});

test('the description is the text of a mail that has no other', async () => {
  const calendar = event('SUMMARY:Invitation', 'LOCATION:Room 4', 'DESCRIPTION:Bring figures.\\n\\nAnn');
  assert.deepEqual(await mailTexts('Content-Type: text/calendar; method=REQUEST', calendar), [
    'Invitation',
    'Where: Room 4',
    'Bring figures.',
    'Ann',
  ]);
});

test('an invitation that is sent twice is read once, before the text', async () => {
  const calendar = event('SUMMARY:Invitation', 'LOCATION:Room 4', 'DESCRIPTION:Bring figures.');
  const body = [
    ...['--b', 'Content-Type: multipart/alternative; boundary=a', ''],
    ...['--a', 'Content-Type: text/plain', '', 'Bring figures.'],
    ...['--a', 'Content-Type: text/calendar', '', calendar, '--a--'],
    ...['--b', 'Content-Type: application/ics; name=invite.ics', '', calendar, '--b--'],
  ].join('\n');
  assert.deepEqual(await mailTexts('Content-Type: multipart/mixed; boundary=b', body), [
    'Invitation',
    'Where: Room 4',
    'Bring figures.',
    'Attachments:',
    'list',
  ]);
});

test('a damaged calendar is listed and read as it stands', async () => {
  const header = 'Content-Type: text/calendar; name=x.ics\nContent-Disposition: attachment';
  assert.deepEqual(await mailTexts(header, 'BEGIN:VCALENDAR'), [
    'Invitation',
    'Attachments:',
    'list',
    'x.ics',
    'BEGIN:VCALENDAR',
  ]);
});
