/** Finds tables that lie on their side on a page of upright text, as wide tables do in articles, by turning the page. */

import type { PageContent, Rectangle, Rule, Shading, TextItem } from '../../page/content.ts';
import { around, boxOfRule, contains } from '../../page/geometry.ts';
import type { FoundTable } from '../../page/table.ts';
import { findTables } from './find.ts';

/** Least number of words in one direction: fewer are labels of axes or rows, or marginal notes. */
const WORDS_LEAST = 20;
const ROWS_LEAST = 3;
/** Lines of the table end at most this far beyond its words. */
const MARGIN_PT = 30;

/** Both kinds of quarter turns, by the angle of their text. */
const ANGLES = [
  { is: (angle: number) => angle === 90 || angle === -270, upwards: true },
  { is: (angle: number) => angle === -90 || angle === 270, upwards: false },
];

/** Finds the tables. Their regions are on the page as it is; their columns on the turned page. */
export function turnedTables(page: PageContent): FoundTable[] {
  if (page.items.every(({ angle }) => angle === 0)) return [];
  return ANGLES.flatMap(({ is, upwards }) => {
    const places = [...page.items.keys()].filter(place => is(page.items[place]?.angle ?? 0));
    if (places.length < WORDS_LEAST) return [];
    const turn = new QuarterTurn(page, upwards);
    const items = places.flatMap(place => page.items[place] ?? []).map(item => turn.item(item));
    return findTables(turn.page(items), [])
      .filter(({ rows }) => rows.length >= ROWS_LEAST)
      .map(table => ({
        ...table,
        region: turn.back(table.region),
        pieces: table.pieces.map(({ item }) => ({ item: places[item] ?? item })),
      }));
  });
}

/** Turns a page so that text that runs upwards, or downwards, is upright. */
class QuarterTurn {
  readonly #whole: PageContent;
  readonly #upwards: boolean;

  constructor(whole: PageContent, upwards: boolean) {
    this.#whole = whole;
    this.#upwards = upwards;
  }

  item(item: TextItem): TextItem {
    const [left, baseline] = this.#point(item.left, item.baseline);
    return { ...item, angle: 0, left, baseline };
  }

  /** Returns the page with only these words, and the lines and shadings among them. */
  page(items: TextItem[]): PageContent {
    const { width, height, rules, shadings, whites } = this.#whole;
    const words = around(
      items.map(({ left, baseline, width: length, size }) => ({
        left,
        right: left + length,
        top: baseline - size,
        bottom: baseline,
      })),
    );
    const isNear = (box: Rectangle) => contains(words, box, MARGIN_PT);
    const turned = (some: readonly Rule[]) =>
      some.map(rule => this.#rule(rule)).filter(rule => isNear(boxOfRule(rule)));
    return {
      number: this.#whole.number,
      width: height,
      height: width,
      items,
      rules: turned(rules),
      shadings: shadings.map((shading): Shading => ({ ...shading, ...this.#box(shading) })).filter(isNear),
      curves: [],
      pictures: [],
      ...(whites && { whites: turned(whites) }),
    };
  }

  back({ left, right, top, bottom }: Rectangle): Rectangle {
    const { width, height } = this.#whole;
    return this.#upwards
      ? { left: top, right: bottom, top: height - right, bottom: height - left }
      : { left: width - bottom, right: width - top, top: left, bottom: right };
  }

  #point(x: number, y: number): [number, number] {
    const { width, height } = this.#whole;
    return this.#upwards ? [height - y, x] : [y, width - x];
  }

  #box({ left, right, top, bottom }: Rectangle): Rectangle {
    const [[x1, y1], [x2, y2]] = [this.#point(left, top), this.#point(right, bottom)];
    return {
      left: Math.min(x1, x2),
      right: Math.max(x1, x2),
      top: Math.min(y1, y2),
      bottom: Math.max(y1, y2),
    };
  }

  #rule(rule: Rule): Rule {
    const isAcross = rule.orientation === 'horizontal';
    const { left, right, top, bottom } = this.#box(boxOfRule(rule));
    const [start, end] = isAcross ? [top, bottom] : [left, right];
    const joints = rule.joints?.map(joint =>
      isAcross ? this.#point(joint, 0)[1] : this.#point(0, joint)[0],
    );
    return {
      ...rule,
      orientation: isAcross ? 'vertical' : 'horizontal',
      position: isAcross ? left : top,
      start,
      end,
      ...(joints && { joints: joints.sort((one, other) => one - other) }),
    };
  }
}
