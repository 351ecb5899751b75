/**
 * Maps of codes to characters and glyphs, where pdf.js' way of keeping them costs most: writers that make a map once
 * for all fonts (mPDF, tFPDF, TCPDF) map each of the 65,536 codes of two bytes to itself, in one range or in 256.
 */
import type { Amendment } from './amendment.ts';

export const CODE_MAP_AMENDMENTS: readonly Amendment[] = [
  {
    reason:
      'codes in a row that stand for values in a row are kept as one run until something else is asked of the map',
    passage: `  #codes = [];
  #dense = [];
  #reverse = null;
  #sparse = null;
  #visited = 0;
  get size() {
    return this.#codes.length;
  }
  get(code) {`,
    replacement: `  #codes = [];
  #dense = [];
  #reverse = null;
  #sparse = null;
  #visited = 0;
  #run = null;
  addRun(low, high, first, valueOf) {
    const run = this.#run;
    const last = first + high - low;
    if (high < low || high > 0xffff || last > 0xffff) return false;
    if (run === null) {
      if (this.#codes.length > 0 || high - low < 255) return false;
      this.#run = { low, high, first, valueOf };
      return true;
    }
    if (low !== run.high + 1 || first !== run.first + low - run.low || valueOf !== run.valueOf) return false;
    run.high = high;
    return true;
  }
  translateRun(from, to) {
    if (this.#run?.valueOf !== from) return false;
    this.#run.valueOf = to;
    return true;
  }
  #spellOut() {
    const { low, high, first, valueOf } = this.#run;
    this.#run = null;
    for (let code = low; code <= high; code++) this.set(code, valueOf(first + code - low));
  }
  get size() {
    return this.#run === null ? this.#codes.length : this.#run.high - this.#run.low + 1;
  }
  get(code) {
    const run = this.#run;
    if (run !== null) return code >= run.low && code <= run.high ? run.valueOf(run.first + code - run.low) : undefined;`,
  },
  {
    reason: 'whatever writes to a map has its run spelled out before',
    passage: `  set(code, value) {
    this.#reverse = null;`,
    replacement: `  set(code, value) {
    if (this.#run !== null) this.#spellOut();
    this.#reverse = null;`,
  },
  {
    reason: 'as do those who go through all of it',
    passage: `  forEach(callback) {
    const codes = this.#codes,
      dense`,
    replacement: `  forEach(callback) {
    if (this.#run !== null) this.#spellOut();
    const codes = this.#codes,
      dense`,
  },
  {
    reason: 'and those who look for a value',
    passage: `  charCodeOf(value) {
    if (!this.#reverse &&`,
    replacement: `  charCodeOf(value) {
    if (this.#run !== null) this.#spellOut();
    if (!this.#reverse &&`,
  },
  {
    reason: 'and its copies',
    passage: `  clone() {
    const map = new CharCodeMap();`,
    replacement: `  clone() {
    if (this.#run !== null) this.#spellOut();
    const map = new CharCodeMap();`,
  },
  {
    reason:
      'values of a run: two bytes of UTF-16 as a map is read, the character that they are, a glyph number',
    passage: `class CMap {
  #map`,
    replacement: `const bytesOfUnit = unit => String.fromCharCode(unit >> 8, unit & 0xff);
const characterOfUnit = unit =>
  (unit & 0xf800) === 0xd800 ? String.fromCodePoint(((unit & 0x3ff) << 10) + 0x10000) : String.fromCharCode(unit);
const glyphOfUnit = unit => unit;
class CMap {
  #map`,
  },
  {
    reason: 'ranges of glyph numbers may be runs',
    passage: `    this.#consumeBudget(high - low + 1, "mapCidRange");`,
    replacement: `    this.#consumeBudget(high - low + 1, "mapCidRange");
    if (this.#map.addRun(low, high, dstLow, glyphOfUnit)) return;`,
  },
  {
    reason: 'a code that stands for one character, as nearly all do, takes no array of them',
    passage: `          if (token.length % 2 !== 0) {
            token = "\\u0000" + token;
          }
          const str = [];`,
    replacement: `          if (token.length === 2) {
            const unit = token.charCodeAt(0) << 8 | token.charCodeAt(1);
            if ((unit & 0xf800) !== 0xd800) {
              map.set(charCode, String.fromCharCode(unit));
              return;
            }
          }
          if (token.length % 2 !== 0) {
            token = "\\u0000" + token;
          }
          const str = [];`,
  },
  {
    reason: 'a map to Unicode is translated in its place: some have an entry for each of 65,536 codes',
    passage: `        const map = new CharCodeMap();
        cmap.forEach(`,
    replacement: `        const map = cmap.ownMap();
        if (!map.translateRun(bytesOfUnit, characterOfUnit)) cmap.forEach(`,
  },
  {
    reason: 'for that it is handed out',
    passage: `  getMap() {
    return this.#map.clone();
  }`,
    replacement: `  getMap() {
    return this.#map.clone();
  }
  ownMap() {
    return this.#map;
  }`,
  },
  {
    reason: 'a range of characters of two bytes, as nearly all are, is counted instead of cut and joined',
    passage: `    const lastByte = dstLow.length - 1;
    while (low <= high) {`,
    replacement: `    const lastByte = dstLow.length - 1;
    if (lastByte === 1) {
      let unit = dstLow.charCodeAt(0) << 8 | dstLow.charCodeAt(1);
      if (this.#map.addRun(low, high, unit, bytesOfUnit)) return;
      for (; low <= high; unit++) this.#map.set(low++, bytesOfUnit(unit));
      return;
    }
    while (low <= high) {`,
  },
];
