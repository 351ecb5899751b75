import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf } from '../../one-page/draft/draft.ts';
import { blankPage } from '../../page/blank-page.fixture.ts';
import { ARTIFACT } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import type { FoundTable } from '../../page/table.ts';
import { artifactsOf } from './artifacts.ts';

/** A page with rows `first` to `last` of a tagged table of six rows, and texts that are marked as artifacts. */
function page(rows: string[][], first: number, artifacts: [number, string][]): PageDraft {
  const items = artifacts.flatMap(([baseline, words]) => itemsAt(60, baseline, words));
  const draft = draftOf(
    blankPage({ items: items.map((item, index) => ({ ...item, index, markedContent: ARTIFACT })) }),
  );
  const table: FoundTable = {
    kind: 'ruled',
    region: { left: 60, top: 100, right: 500, bottom: 700 },
    rows: rows.map(row => row.map(text => ({ text, colspan: 1, rowspan: 1, header: false }))),
    columns: [60, 200, 500],
    headerRows: 0,
    pieces: [],
    score: 5,
    part: { first, last: first + rows.length - 1, total: 6 },
  };
  return { ...draft, tables: [table] };
}

test('the head and the foot of a tagged table that are drawn again on its next page are read in it alone', () => {
  const drafts = [
    page(
      [
        ['Name of the fund', 'Value'],
        ['A', '1'],
        ['B', '2'],
      ],
      0,
      [[780, 'Rounded to euros.']],
    ),
    page(
      [
        ['C', '3'],
        ['D', '4'],
        ['Rounded to euros.', ''],
      ],
      3,
      [
        [40, 'Annals of the fund'],
        [60, 'Name of'],
        [72, 'the fund'],
        [780, '2'],
      ],
    ),
  ];
  const found = [...artifactsOf(drafts)].map(([line, edge]) => [line.text, edge]);
  assert.deepEqual(found, [
    ['Rounded to euros.', null],
    ['Annals of the fund', 'header'],
    ['Name of', null],
    ['the fund', null],
    ['2', 'footer'],
  ]);
});
