/**
 * Pages of words, rules, areas, pictures and curves whose sides nearly meet: the evidence for tables, boxes and
 * columns. On some pages most lie within a few points of each other, like the strokes of a signature.
 */
import type {
  FontStyle,
  PageContent,
  Rectangle,
  Rule,
  TextItem,
} from '../../services/extractor/layout/page/content.ts';

const WIDTH = 600;
const HEIGHT = 800;
const WORDS =
  'Total 12.50 • 1. 2. a) the boats are kept below bridge. NAME: Date: — .... $ 100% iv ① 表 合计 сумма المجموع 2026-11-30 (3) ...........7 x ☐ [ ] 1 2 45 Figure 1: km/h A-1 ____'.split(
    ' ',
  );
const SIZES = [5, 8, 9, 10, 10, 12, 18, 30] as const;
const ANGLES = [90, -90, 45, 180, 30] as const;
/** Most points by which a side is off. */
const OFFSETS = [0.5, 2, 4, 8, 14] as const;
const GREY = 0xdddddd;
const RED = 0xff0000;
const WHITE = 0xffffff;

export function randomPage(chance: () => number, number: number): PageContent {
  return new PageDrawer(chance).page(number);
}

class PageDrawer {
  readonly #chance: () => number;
  readonly #fonts: FontStyle[];
  readonly #x: () => number;
  readonly #y: () => number;

  constructor(chance: () => number) {
    this.#chance = chance;
    this.#fonts = this.#several(4, at => ({
      name: `F${at}`,
      bold: chance() < 0.3,
      italic: chance() < 0.2,
      monospace: chance() < 0.15,
    }));
    const gathered = chance() < 0.4 ? this.#pick([10, 25, 80]) : null;
    this.#x = this.#places(12, WIDTH, gathered);
    this.#y = this.#places(28, HEIGHT, gathered);
  }

  page(number: number): PageContent {
    const rectangle = () => this.#rectangle();
    return {
      number,
      width: WIDTH,
      height: HEIGHT,
      items: this.#words(),
      rules: this.#several(this.#pick([1, 10, 60, 200]), () => this.#rule(this.#pick([0, RED, WHITE, null]))),
      shadings: this.#several(this.#pick([1, 6, 40]), () => ({
        ...rectangle(),
        color: this.#pick([GREY, RED]),
      })),
      pictures: this.#several(3, at => ({ ...rectangle(), name: `P${at}` })),
      curves: this.#several(this.#pick([1, 30]), rectangle),
      whites: this.#several(this.#pick([1, 1, 20]), () => this.#rule(WHITE)),
    };
  }

  /** Runs of words, some with wide gaps. */
  #words(): TextItem[] {
    const items: TextItem[] = [];
    this.#several(this.#pick([5, 40, 150, 300]), () => {
      const [baseline, size, font] = [this.#y(), this.#pick(SIZES), this.#pick(this.#fonts)];
      const angle = this.#chance() < 0.95 ? 0 : this.#pick(ANGLES);
      const element = this.#chance() < 0.3 ? this.#below(20) : undefined;
      let left = this.#x();
      this.#several(this.#pick([1, 3, 10]), at => {
        const text = this.#pick(WORDS);
        const width = text.length * size * 0.5;
        const look = { size, angle, font, color: 0, invisible: false };
        items.push({
          ...look,
          ...{ text, left, baseline, width, element },
          spaceBefore: at > 0,
          index: items.length,
        });
        left += width + size * this.#pick([0.25, 0.25, 0.25, 1, 3]);
      });
    });
    return items;
  }

  #rule(color: number | null): Rule {
    const { left, right, top, bottom } = this.#rectangle();
    const thickness = this.#pick([0.5, 1, 3]);
    return this.#chance() < 0.5
      ? { orientation: 'horizontal', position: top, start: left, end: right + 0.1, thickness, color }
      : { orientation: 'vertical', position: left, start: top, end: bottom + 0.1, thickness, color };
  }

  #rectangle(): Rectangle {
    const [one, other, high, low] = [this.#x(), this.#x(), this.#y(), this.#y()];
    const [left, right] = [Math.min(one, other), Math.max(one, other)];
    return { left, right, top: Math.min(high, low), bottom: Math.max(high, low) };
  }

  /**
   * Returns a function that picks places along a side of the page: most are near a few fixed ones, or within `gathered`
   * points of each other.
   */
  #places(count: number, length: number, gathered: number | null): () => number {
    const known = Array.from({ length: 3 + this.#below(count) }, () => this.#chance() * length);
    const origin = this.#chance() * (length - 100);
    const offset = () => (this.#chance() < 0.6 ? 0 : (this.#chance() - 0.5) * this.#pick(OFFSETS));
    return () => {
      if (gathered !== null && this.#chance() < 0.7) return origin + this.#chance() * gathered;
      return this.#chance() < 0.8 ? this.#pick(known) + offset() : this.#chance() * length;
    };
  }

  /** Makes at least one and at most `most`. */
  #several<T>(most: number, make: (at: number) => T): T[] {
    return Array.from({ length: 1 + this.#below(most) }, (_, at) => make(at));
  }

  #below(end: number): number {
    return Math.floor(this.#chance() * end);
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }
}
