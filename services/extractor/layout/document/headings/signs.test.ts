import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { SIGNS } from './signs.ts';
import { situation } from './situation.fixture.ts';

/** A block of lines 12 points apart, each given with its left side. */
function piece(baseline: number, bold: boolean, ...lines: [number, string][]): FlowText {
  const set = lines.map(([left, text], at) => lineAt(left, baseline + 12 * at, text, { bold }));
  return { kind: 'text', block: blockOf(set), zone: 'body', page: 1, role: 'text' };
}

test('a term stands where running text does, over a definition that hangs under it', () => {
  const term = piece(100, true, [50, 'Battery pack']);
  const definition = piece(114, false, [70, 'What feeds the controller while'], [70, 'the mains are down.']);
  const is = SIGNS['term over its definition'];
  assert.equal(is(situation(term, definition)), true);
  assert.equal(is(situation(term, definition, { textEdges: [70] })), false, 'all text stands in');
  const list = piece(114, false, [70, '• What feeds the controller']);
  assert.equal(is(situation(term, list)), false, 'lists hang under headings, too');
});

test('a sign between two sides makes a formula', () => {
  const below = piece(114, false, [50, 'where m is the mass']);
  assert.equal(SIGNS.equation(situation(piece(100, false, [90, 'E = mc2']), below)), true);
  assert.equal(SIGNS.equation(situation(piece(100, true, [90, 'Energy and mass']), below)), false);
});

test('a title right over one of another depth is no row of the same style', () => {
  const is = SIGNS['before the same style'];
  const above = piece(100, true, [50, '2 Methods']);
  assert.equal(is(situation(above, piece(114, true, [50, '2.1 Materials']))), false);
  assert.equal(is(situation(above, piece(114, true, [50, '3 Results']))), true);
  const pictured = situation(piece(100, true, [50, 'Start screen']), piece(300, true, [50, 'Last screen']));
  assert.equal(is(pictured), true);
  assert.equal(is({ ...pictured, pictureBelow: true }), false, 'a picture is all that its section holds');
  const first = situation(piece(100, true, [50, 'On boats']), piece(114, true, [50, '1 Ropes']));
  assert.equal(is({ ...first, opening: first.flow }), false, 'the title of a document');
});

test('an emoji before a title is its picture, no sign that it starts with', () => {
  const below = piece(114, false, [50, 'Three steps and you are in.']);
  const is = SIGNS['starts with a sign'];
  assert.equal(is(situation(piece(100, true, [50, '\u{1F4CB} How it works']), below)), false);
  assert.equal(is(situation(piece(100, true, [50, '* How it works']), below)), true);
});

test('versions and dates are names of releases, no figures', () => {
  const below = piece(114, false, [50, '• Boats may be lent for a day']);
  const title = (text: string) => situation(piece(100, true, [50, text]), below);
  for (const release of ['3.5.0 - 2026-06-28', '[1.0.0] - 2024-01-05', '2025-11-10: Release 1.4.0']) {
    assert.equal(SIGNS['many digits'](title(release)), false, release);
    assert.equal(SIGNS['no word in it'](title(release)), false, release);
  }
  assert.equal(SIGNS['many digits'](title('12.50 13.75 14.00 and')), true);
  assert.equal(SIGNS['many digits'](title('1.2.1 1')), true);
  assert.equal(SIGNS['no word in it'](title('2026-06-28')), true);
  assert.equal(SIGNS['no word in it'](title('17')), true);
});

test('program text is what a title stands over as much as running text is', () => {
  const listing = lineAt(50, 124, 'npm start');
  const code = blockOf([{ ...listing, monospace: 1 }]);
  const isOver = (title: string, block: typeof code) =>
    SIGNS['before running text'](
      situation(piece(100, true, [50, title]), { kind: 'text', block, zone: 'body', page: 1, role: 'text' }),
    );
  assert.equal(isOver('Compare two boats', code), true);
  assert.equal(isOver('Compare two boats:', code), false, 'it leads over to an example');
  assert.equal(isOver('Compare two boats', blockOf([listing])), false, 'two words of text');
});
