/** Sheets on which tests draw tables. */
import assert from 'node:assert/strict';
import type { TableCell } from '../../../../../schemas/document.ts';
import { blankPage } from '../../page/blank-page.fixture.ts';
import type { Rule, Shading, TextItem } from '../../page/content.ts';
import { findTables } from './find.ts';
import type { DraftCell } from './shape/draft.ts';
import { toWords } from './shape/words.ts';

interface Style {
  bold?: boolean;
  size?: number;
  monospace?: boolean;
}

/** A white line, for `page.whites`. */
export const white = (
  orientation: Rule['orientation'],
  position: number,
  start: number,
  end: number,
): Rule => ({ orientation, position, start, end, thickness: 0.5, color: 0xffffff });

/** A page of 600 × 800 pt on which a test draws. */
export class Sheet {
  readonly page = blankPage();

  /** Adds words whose letters, and the spaces between, are half an em wide. */
  text(text: string, left: number, baseline: number, style: Style = {}): this {
    const size = style.size ?? 10;
    const font = {
      name: 'Test',
      bold: style.bold ?? false,
      italic: false,
      monospace: style.monospace ?? false,
    };
    for (const word of text.matchAll(/\S+/g)) {
      const item: TextItem = {
        text: word[0],
        left: left + word.index * size * 0.5,
        baseline,
        width: word[0].length * size * 0.5,
        size,
        angle: 0,
        font,
        color: 0,
        invisible: false,
        spaceBefore: word.index > 0,
        index: this.page.items.length,
      };
      this.page.items.push(item);
    }
    return this;
  }

  /** Adds a row of texts at the given left sides; empty texts are left out. */
  row(baseline: number, lefts: readonly number[], texts: readonly string[], style: Style = {}): this {
    texts.forEach((text, i) => {
      if (text) this.text(text, lefts[i] ?? 0, baseline, style);
    });
    return this;
  }

  across(y: number, start: number, end: number, joints: number[] = []): this {
    this.#rule({ orientation: 'horizontal', position: y, start, end, thickness: 0.5, color: 0, joints });
    return this;
  }

  down(x: number, start: number, end: number, joints: number[] = []): this {
    this.#rule({ orientation: 'vertical', position: x, start, end, thickness: 0.5, color: 0, joints });
    return this;
  }

  shade(left: number, top: number, right: number, bottom: number, color = 0xdddddd): this {
    const shading: Shading = { left, top, right, bottom, color };
    this.page.shadings.push(shading);
    return this;
  }

  /** Adds all lines of a grid with these edges. */
  grid(xs: readonly number[], ys: readonly number[]): this {
    for (const y of ys) this.across(y, xs[0] ?? 0, xs.at(-1) ?? 0);
    for (const x of xs) this.down(x, ys[0] ?? 0, ys.at(-1) ?? 0);
    return this;
  }

  #rule(rule: Rule): void {
    this.page.rules.push(rule);
  }
}

/** A cell of a draft, with its text where it stands in a grid of 100 × 20 pt. */
export const cellAt = (row: number, column: number, text: string, colspan = 1): DraftCell => ({
  row,
  column,
  rowspan: 1,
  colspan,
  words: toWords(new Sheet().text(text, 100 + 100 * column, 100 + 20 * row).page.items),
});

export const texts = (rows: readonly TableCell[][]): string[][] =>
  rows.map(row => row.map(cell => cell.text));

/** Finds the tables of a sheet, asserts that there is exactly one, and returns it. */
export function only(sheet: Sheet) {
  const [table, ...others] = findTables(sheet.page);
  assert.ok(table);
  assert.equal(others.length, 0);
  return table;
}

export function none(sheet: Sheet): void {
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows)),
    [],
  );
}

/** Left sides of three columns, and rows for them. */
export const THREE = [100, 250, 400];
export const FRUIT = [
  ['Apples', '12', '3.50'],
  ['Pears', '7', '2.25'],
  ['Quinces', '30', '4.75'],
];
