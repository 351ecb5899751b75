/** List numbering (ECMA-376 part 1, 17.9): definitions, and the counters that run through the document. */
import { BULLET, isTickBox } from '../../../../schemas/growing-list.ts';
import { formatNumber } from '../../ooxml/number-format.ts';
import type { NestedMarker } from '../../story/flow.ts';
import { child, childrenNamed, path, type XmlNode } from '../../xml/tree.ts';
import { isOn } from './on-off.ts';

interface Level {
  start: number;
  format: string;
  /** Least number of digits; missing ones are filled with zeros. */
  digits: number;
  /** `%1` to `%9` stand for the numbers of the levels. */
  text: string;
  /** Level (from 1) whose use restarts this one; 0 for never, null for any level above. */
  restart: number | null;
  legal: boolean;
  /** What separates number and text: a space (also for a tab) or nothing. */
  gap: ' ' | '';
  /** Whether the bullet is a picture; then its text is empty. */
  pictured: boolean;
  style: string | undefined;
}

interface Definition {
  /** Its index among the definitions that are used. */
  index: number;
  /** Lists of one abstract definition share their counters. */
  counters: (number | undefined)[];
  /** How often each level was restarted. */
  starts: number[];
  levels: (Level | undefined)[];
}

interface Numbers {
  definition: Definition;
  levels: (Level | undefined)[];
  /** Levels (by index) that this list restarts when first used. */
  restarts: Map<number, number>;
}

const LEVELS = 9;
/** More digits than any program offers. */
const DIGITS_MAX = 9;
const BULLET_FORMAT = 'bullet';
/** `%1.`, `(%1)`, `%1)`: only the level's own number with punctuation around it. */
const OWN_NUMBER = /^[([]?%([1-9])[.)\]:]?$/;
/** `%1.%2`, `%1.%2.%3.`: the numbers of all levels. */
const LEGAL_NUMBER = /^%1(?:\.%[2-9])+[.)]?$/;
const LINKS = 5;
/** An invisible bullet only keeps the paragraph's indentation (pandoc, for further paragraphs of an item). */
const UNSEEN = /^[\s\u200b]*$/;

/**
 * The document's numbering. Definitions are read only when a paragraph names them, because programs write a dozen
 * definitions of nine levels into documents that use one.
 */
export class Numbering {
  private readonly abstracts = new Map<string, XmlNode>();
  private readonly definitions = new Map<XmlNode, Definition>();
  private readonly nodes = new Map<string, XmlNode>();
  private readonly lists = new Map<string, Numbers | undefined>();
  private styles: ReadonlyMap<string | undefined, XmlNode> | undefined;

  constructor(root: XmlNode | undefined) {
    for (const node of childrenNamed(root, 'w:abstractNum'))
      this.abstracts.set(node.attributes['w:abstractNumId'] ?? '', node);
    for (const node of childrenNamed(root, 'w:num')) {
      const isDefined = this.abstracts.has(val(node, 'w:abstractNumId') ?? '');
      if (isDefined) this.nodes.set(node.attributes['w:numId'] ?? '', node);
    }
  }

  private list(id: string): Numbers | undefined {
    if (!this.lists.has(id)) this.lists.set(id, this.listOf(this.nodes.get(id)));
    return this.lists.get(id);
  }

  private listOf(node: XmlNode | undefined): Numbers | undefined {
    const abstract = this.linked(this.abstracts.get(val(node, 'w:abstractNumId') ?? ''));
    if (node === undefined || abstract === undefined) return undefined;
    let definition = this.definitions.get(abstract);
    if (definition === undefined) {
      const index = this.definitions.size;
      definition = { index, counters: [], starts: [], levels: levelsOf(abstract) };
      this.definitions.set(abstract, definition);
    }
    return numbersOf(node, definition);
  }

  /** Returns the definition that a style stands for, if this one names the style. */
  private linked(node: XmlNode | undefined): XmlNode | undefined {
    let at = node;
    for (let links = 0; links < LINKS; links++) {
      const style = val(at, 'w:numStyleLink');
      const next = style === undefined ? undefined : this.ofStyles().get(style);
      if (next === undefined) return at;
      at = next;
    }
    return at;
  }

  /** Returns definitions by the style for which each stands; the last of several. */
  private ofStyles(): ReadonlyMap<string | undefined, XmlNode> {
    this.styles ??= new Map([...this.abstracts.values()].map(node => [val(node, 'w:styleLink'), node]));
    return this.styles;
  }

  /** Returns the level that the definition ties to a paragraph style. */
  levelOfStyle(id: string, style: string | undefined): number {
    const levels = this.list(id)?.levels ?? [];
    const at = style === undefined ? -1 : levels.findIndex(level => level?.style === style);
    return Math.max(0, at);
  }

  /**
   * Returns, after `advance`, which count paragraphs of list `id` at `level` continue: the definition and its restarts.
   * LibreOffice gives an id of its own to the first item of a restarted list, and to none of those after it.
   */
  countOf(id: string, level: number): string {
    const definition = this.list(id)?.definition;
    return `${definition?.index} ${definition?.starts[level] ?? 0}`;
  }

  /** Counts one paragraph of list `id` at `level` (from 0); returns null where the list does not exist. */
  advance(id: string, level: number): NestedMarker | null {
    const list = this.list(id);
    const own = list?.levels[level];
    if (list === undefined || own === undefined) return null;
    // A bullet counts, too: it restarts the numbers below.
    const value = count(list, own, level);
    if (own.format === BULLET_FORMAT) return bulletOf(own);
    return markerOf(list, own, level, value);
  }
}

function bulletOf({ text, pictured }: Level): NestedMarker | null {
  if (UNSEEN.test(text) && !pictured) return null;
  return isTickBox(text) ? { ...BULLET, text } : BULLET;
}

const val = (node: XmlNode | undefined, name: string): string | undefined =>
  child(node, name)?.attributes['w:val'];

function levelsOf(node: XmlNode): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  for (const one of childrenNamed(node, 'w:lvl')) {
    const index = levelIndex(one);
    if (index !== undefined) levels[index] = levelOf(one);
  }
  return levels;
}

function levelIndex(node: XmlNode): number | undefined {
  const index = Number(node.attributes['w:ilvl']);
  return Number.isInteger(index) && index >= 0 && index < LEVELS ? index : undefined;
}

function levelOf(node: XmlNode): Level {
  const restart = val(node, 'w:lvlRestart');
  return {
    start: Number(val(node, 'w:start') ?? 0) || 0,
    format: val(node, 'w:numFmt') ?? 'decimal',
    digits: leastDigits(node),
    text: val(node, 'w:lvlText') ?? '',
    restart: restart === undefined ? null : Number(restart),
    legal: isOn(child(node, 'w:isLgl')),
    gap: val(node, 'w:suff') === 'nothing' ? '' : ' ',
    pictured: child(node, 'w:lvlPicBulletId') !== undefined,
    style: val(node, 'w:pStyle'),
  };
}

/**
 * Returns the least number of digits. Later programs write `001, 002, 003, …` in place of a format, beside one for
 * older programs (MS-DOCX 2.2).
 */
function leastDigits(node: XmlNode): number {
  const own = path(node, 'mc:AlternateContent', 'mc:Choice', 'w:numFmt') ?? child(node, 'w:numFmt');
  const first = own?.attributes['w:format']?.split(',')[0]?.trim() ?? '';
  return /^0+1$/.test(first) ? Math.min(first.length, DIGITS_MAX) : 0;
}

function numbersOf(node: XmlNode, definition: Definition): Numbers {
  const levels = [...definition.levels];
  const restarts = new Map<number, number>();
  for (const override of childrenNamed(node, 'w:lvlOverride')) {
    const index = levelIndex(override);
    if (index === undefined) continue;
    const replaced = child(override, 'w:lvl');
    if (replaced !== undefined) levels[index] = levelOf(replaced);
    const start = val(override, 'w:startOverride');
    if (start !== undefined) restarts.set(index, Number(start) || 0);
  }
  return { definition, levels, restarts };
}

function count(list: Numbers, own: Level, level: number): number {
  const { counters, starts } = list.definition;
  const restart = list.restarts.get(level);
  if (restart !== undefined) starts[level] = (starts[level] ?? 0) + 1;
  list.restarts.delete(level);
  for (let above = 0; above < level; above++) {
    // A skipped level counts as begun: what follows on it continues with its second number.
    counters[above] ??= list.levels[above]?.start;
  }
  const before = counters[level];
  const value = restart ?? (before === undefined ? own.start : before + 1);
  counters[level] = value;
  for (let below = level + 1; below < LEVELS; below++) {
    const after = list.levels[below]?.restart ?? null;
    if (after === null || (after > 0 && level < after)) counters[below] = undefined;
  }
  return value;
}

function markerOf(list: Numbers, own: Level, level: number, value: number): NestedMarker {
  const text = own.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const shown = list.levels[index];
    const number = list.definition.counters[index] ?? shown?.start ?? 1;
    if (own.legal) return String(number);
    return formatNumber(number, shown?.format ?? 'decimal').padStart(shown?.digits ?? 0, '0');
  });
  const above = own.format === 'decimal' && own.digits === 0 ? shownAbove(list, own, level) : null;
  const count = above === null ? null : value;
  const marker = { text: text.trim(), bullet: false, count, gap: own.gap };
  return above === null || above.length === 0 ? marker : { ...marker, above };
}

/** Returns numbers of the levels above that the marker shows in decimal before its own; null where it shows anything else. */
function shownAbove(list: Numbers, own: Level, level: number): number[] | null {
  const last = level + 1;
  if (OWN_NUMBER.exec(own.text)?.[1] === String(last)) return [];
  const shown = LEGAL_NUMBER.test(own.text) ? (own.text.match(/[1-9]/g) ?? []).map(Number) : [];
  if (shown.length !== last || shown.some((one, at) => one !== at + 1)) return null;
  const levels = shown.slice(0, -1).map(one => list.levels[one - 1]);
  if (!own.legal && levels.some(one => one?.format !== 'decimal' || one.digits !== 0)) return null;
  return levels.map((one, at) => list.definition.counters[at] ?? one?.start ?? 1);
}
