/**
 * A pull reader for XML parts: fast, forward only, iterative. It checks only what it needs to read safely (that tags
 * match and quotes close). A DOCTYPE with rules of its own is refused, so there are no entities to expand.
 */
import { type Allowance, ceilingCrossed } from '../allowance.ts';
import { type Course, READ } from './courses.ts';
import { afterDoctype } from './doctype.ts';
import { ElementEnds } from './element-end.ts';
import { type Attributes, LaterAttributes } from './later-attributes.ts';
import { type AttributeNames, type ElementName, Namespaces } from './namespaces.ts';
import { SourceText } from './source-text.ts';

export const END = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
export type Token = typeof END | typeof OPEN | typeof CLOSE | typeof TEXT;

/** The part is not well-formed from here on; what was read before stays valid. */
export class MalformedXml extends Error {}

const SPACE = 32;
const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const BRACKET = 91;
const XMLNS = 'xmlns';
const NO_ATTRIBUTES: Attributes = Object.freeze({});
/** Elements are counted against the ceiling in batches of this size; counting one by one takes a tenth of the reading time. */
const COUNTED_TOGETHER = 1_024;

/** Mask for the hash of a name's letters, so that it stays a small integer when one more letter is added. */
const HASH_BITS = 0xffffff;

/** What all readers of one part share. */
interface OpenedElement {
  text: SourceText;
  ends: ElementEnds;
  namespaces: Namespaces;
}

/** An element that was skipped and may be read later. */
export interface LaterElement extends OpenedElement {
  allowance: Allowance;
  name: ElementName;
  /** The index after its opening tag. */
  position: number;
}

export class XmlReader {
  /** Fixed name (see `Namespaces`) of the element that was just opened or closed. */
  name = '';
  /** How to treat the element that was just opened. */
  course: Course = READ;
  /** The number of open elements, including one just opened and excluding one just closed. */
  depth = 0;
  /** The whole part. */
  readonly source: string;
  private readonly text: SourceText;
  private readonly ends: ElementEnds;
  private readonly allowance: Allowance;
  private readonly namespaces: Namespaces;
  private readonly open: ElementName[] = [];
  private position = 0;
  private start = 0;
  private end = 0;
  private literal = false;
  private closing = false;
  private uncounted = 0;
  private nameStart = 0;
  private nameEnd = 0;
  private valueStart = 0;
  private valueEnd = 0;

  constructor(part: Buffer | string, allowance: Allowance, opened?: OpenedElement) {
    this.text = opened?.text ?? new SourceText(part);
    this.source = this.text.text;
    this.ends = opened?.ends ?? new ElementEnds(this.source);
    this.allowance = allowance;
    this.namespaces = opened?.namespaces ?? new Namespaces();
  }

  /** Moves to the next tag or piece of text. Throws `MalformedXml`, and `ExtractionError` if a ceiling is crossed. */
  next(): Token {
    if (this.closing) return this.close();
    for (;;) {
      const isTag = this.source.charCodeAt(this.position) === LESS; // the usual case
      const at = isTag ? this.position : this.source.indexOf('<', this.position);
      if (at < 0) return this.finish();
      if (!isTag && this.depth > 0) return this.textToken(this.position, at, at);
      const code = this.source.charCodeAt(at + 1);
      if (code === SLASH) return this.closeTag(at);
      if (code === EXCLAMATION) {
        if (this.source.charCodeAt(at + 2) === BRACKET) return this.cdata(at);
        this.declaration(at);
      } else if (code === QUESTION) this.position = this.after('?>', at);
      else return this.openTag(at);
    }
  }

  /** The text of the current TEXT token, with references resolved. */
  get value(): string {
    return this.literal ? this.text.characters(this.start, this.end) : this.text.slice(this.start, this.end);
  }

  /** The value of an attribute of the element just opened, by its fixed name; undefined if it is absent. */
  attribute(name: string): string | undefined {
    if (this.start === this.end) return undefined;
    const raw = this.namespaces.attribute(name);
    return raw === '' ? this.allAttributes()[name] : this.attributeSpelled(raw, this.start, this.end);
  }

  /** The value of the first attribute in a tag that is written `raw`. */
  attributeSpelled(raw: string, start: number, end: number): string | undefined {
    for (let at = this.findAttribute(start, end); at >= 0; at = this.findAttribute(at, end)) {
      if (this.nameEnd - this.nameStart === raw.length && this.source.startsWith(raw, this.nameStart))
        return this.text.slice(this.valueStart, this.valueEnd);
    }
    return undefined;
  }

  /** All attributes of the element just opened, by fixed name. */
  allAttributes(): Attributes {
    return this.attributesBetween(this.start, this.end, this.namespaces.attributeNames);
  }

  /** Like `allAttributes`, but parsed only when they are asked for, if that can be postponed. */
  laterAttributes(): Attributes | LaterAttributes {
    if (this.start === this.end) return NO_ATTRIBUTES;
    const names = this.namespaces.keptAttributeNames();
    return names === undefined
      ? this.allAttributes()
      : new LaterAttributes(this, this.start, this.end, names);
  }

  attributesBetween(start: number, end: number, names: AttributeNames): Attributes {
    if (start === end) return NO_ATTRIBUTES;
    const found: Record<string, string> = {};
    for (let at = this.findAttribute(start, end); at >= 0; at = this.findAttribute(at, end)) {
      const name = names.nameOf(this.source.slice(this.nameStart, this.nameEnd));
      if (name !== '__proto__' && !Object.hasOwn(found, name))
        found[name] = this.text.slice(this.valueStart, this.valueEnd);
    }
    return found;
  }

  /** Closes the element just opened if its tag is self-closing; otherwise returns false and does nothing. */
  closeEmpty(): boolean {
    if (!this.closing) return false;
    this.close();
    return true;
  }

  /**
   * Moves past the close of the element just opened. If the close is found without reading, the content counts against
   * no ceiling.
   */
  skip(): void {
    if (this.closeEmpty() || this.skipAtOnce()) return;
    const depth = this.depth;
    while (this.next() !== CLOSE || this.depth >= depth) {
      // Everything inside is skipped.
    }
  }

  /** Like `skip`, if the close is found without reading; otherwise returns false and does nothing. */
  private skipAtOnce(): boolean {
    const raw = this.open[this.open.length - 1]?.raw ?? '';
    const close = this.closing ? -1 : this.ends.closeOf(raw, this.position);
    if (close < 0) return false;
    this.closeTag(close);
    return true;
  }

  /**
   * Skips the element just opened, to be read later. Returns undefined and does nothing if it is empty or cannot be
   * read later.
   */
  leaveForLater(): LaterElement | undefined {
    const { text, ends, allowance, position } = this;
    const name = this.open[this.open.length - 1];
    const namespaces = this.closing ? undefined : this.namespaces.kept();
    if (name === undefined || namespaces === undefined || !this.skipAtOnce()) return undefined;
    return { text, ends, allowance, namespaces, name, position };
  }

  /** A reader in the state of having just opened the element. */
  static reopened(element: LaterElement): XmlReader {
    const reader = new XmlReader('', element.allowance, element);
    element.namespaces.leaveAll();
    reader.open.push(element.name);
    reader.name = element.name.fixed;
    reader.depth = 1;
    reader.position = element.position;
    return reader;
  }

  /** All text inside the element just opened, which is closed afterwards. */
  content(): string {
    if (!this.closing) {
      const at = this.source.indexOf('<', this.position);
      // Nearly always the text runs up to the closing tag, so no token is needed.
      if (this.source.charCodeAt(at + 1) === SLASH) {
        const text = this.text.slice(this.position, at);
        this.closeTag(at);
        return text;
      }
    }
    const depth = this.depth;
    let text = '';
    for (let token = this.next(); token !== CLOSE || this.depth >= depth; token = this.next()) {
      if (token === TEXT) text += this.value;
    }
    return text;
  }

  /**
   * Index in `source` of the content of the open element; -1 if it is empty. Callers that scan frequent elements
   * themselves start here and end with `pass`.
   */
  get contentAt(): number {
    return this.closing ? -1 : this.position;
  }

  /** The name of the open element as the part writes it. */
  get rawName(): string {
    return this.open[this.open.length - 1]?.raw ?? '';
  }

  /** Whether the open element declares prefixes, whose scope ends with it. */
  get declares(): boolean {
    return this.namespaces.declaresAt(this.depth);
  }

  /** Moves from `contentAt` to the end of whole elements that the caller has read itself, and counts them. */
  pass(position: number, elements: number): void {
    this.position = position;
    this.uncounted += elements;
    if (this.uncounted >= COUNTED_TOGETHER) this.countElements();
  }

  /** A piece of `source`, with references resolved. */
  textBetween(start: number, end: number): string {
    return this.text.slice(start, end);
  }

  private textToken(start: number, end: number, position: number): Token {
    this.start = start;
    this.end = end;
    this.literal = false;
    this.position = position;
    return TEXT;
  }

  private openTag(at: number): Token {
    const source = this.source;
    let end = at + 1;
    let hash = 0;
    for (let code = source.charCodeAt(end); code > SPACE && code !== GREATER && code !== SLASH; ) {
      hash = (hash * 31 + code) & HASH_BITS;
      code = source.charCodeAt(++end);
    }
    if (end === at + 1) throw new MalformedXml('A tag has no name.');
    this.depth++;
    if (++this.uncounted === COUNTED_TOGETHER) this.countElements();
    if (this.depth > this.allowance.ceilings.depth) throw ceilingCrossed('depth');
    this.start = end;
    const close = source.charCodeAt(end) === GREATER ? end : this.tagEnd(end);
    this.closing = source.charCodeAt(close - 1) === SLASH;
    this.end = this.closing ? close - 1 : close;
    this.position = close + 1;
    const name = this.namespaces.element(source, at + 1, end, hash);
    this.name = name.fixed;
    this.course = name.course;
    this.open.push(name);
    return OPEN;
  }

  /** Index of the `>` that ends the tag; namespace declarations on the way are applied. */
  private tagEnd(from: number): number {
    const source = this.source;
    let at = from;
    let declares = false;
    for (;;) {
      const code = source.charCodeAt(at);
      if (code === GREATER) break;
      if (code === QUOTE || code === APOSTROPHE) {
        at = source.indexOf(code === QUOTE ? '"' : "'", at + 1);
        if (at < 0) throw new MalformedXml('A value does not end.');
      } else if (code === 120 && source.startsWith(XMLNS, at)) declares = true;
      else if (!(code >= 0)) throw new MalformedXml('A tag does not end.');
      at++;
    }
    if (declares) this.declareNamespaces(from, at);
    return at;
  }

  private declareNamespaces(start: number, end: number): void {
    const tag = this.depth === 1 ? this.source.slice(start, end) : '';
    if (this.namespaces.enterRoot(this.depth, tag)) return;
    for (let at = this.findAttribute(start, end); at >= 0; at = this.findAttribute(at, end)) {
      if (!this.source.startsWith(XMLNS, this.nameStart)) continue;
      const prefix = this.source.slice(this.nameStart + XMLNS.length + 1, this.nameEnd);
      const uri = this.text.slice(this.valueStart, this.valueEnd);
      this.namespaces.declare(this.depth, prefix, uri);
    }
    this.namespaces.keepRoot(this.depth, tag);
  }

  /** Finds the attribute at or after `from` in a tag. Returns where to look for the next one, or -1. */
  private findAttribute(from: number, tagEnd: number): number {
    const source = this.source;
    let at = from;
    while (at < tagEnd && source.charCodeAt(at) <= SPACE) at++;
    // Not indexOf: in a tag without attributes it would search through the rest of the part.
    let equals = at;
    while (equals < tagEnd && source.charCodeAt(equals) !== EQUALS) equals++;
    if (equals >= tagEnd) return -1;
    let value = equals + 1;
    while (source.charCodeAt(value) <= SPACE) value++;
    const quote = source[value];
    const end = quote === '"' || quote === "'" ? source.indexOf(quote, value + 1) : -1;
    if (end < 0) return -1;
    this.nameStart = at;
    this.nameEnd = equals;
    while (source.charCodeAt(this.nameEnd - 1) <= SPACE && this.nameEnd > at) this.nameEnd--;
    this.valueStart = value + 1;
    this.valueEnd = end;
    return end + 1;
  }

  private closeTag(at: number): Token {
    const raw = this.open[this.open.length - 1]?.raw;
    if (raw === undefined || !this.source.startsWith(raw, at + 2))
      throw new MalformedXml('Tags do not match.');
    let end = at + 2 + raw.length;
    for (let code = this.source.charCodeAt(end); code !== GREATER; code = this.source.charCodeAt(++end))
      if (!(code <= SPACE)) throw new MalformedXml('Tags do not match.');
    this.position = end + 1;
    return this.close();
  }

  private close(): Token {
    this.closing = false;
    this.namespaces.leave(this.depth);
    this.depth--;
    this.name = this.open.pop()?.fixed ?? '';
    this.start = this.end;
    return CLOSE;
  }

  private cdata(at: number): Token {
    const end = this.source.indexOf(']]>', at);
    if (end < 0 || !this.source.startsWith('<![CDATA[', at))
      throw new MalformedXml('A section does not end.');
    this.textToken(at + 9, end, end + 3);
    this.literal = true;
    return TEXT;
  }

  private declaration(at: number): void {
    const isComment = this.source.startsWith('<!--', at);
    this.position = isComment ? this.after('-->', at + 4) : afterDoctype(this.source, at);
  }

  private after(mark: string, from: number): number {
    const at = this.source.indexOf(mark, from);
    if (at < 0) throw new MalformedXml('A comment or instruction does not end.');
    return at + mark.length;
  }

  /** Counts the elements read so far, for readers that stop before the part's end. */
  countElements(): void {
    this.allowance.spend('elements', this.uncounted);
    this.uncounted = 0;
  }

  private finish(): Token {
    this.countElements();
    if (this.depth > 0) throw new MalformedXml('The part ends early.');
    return END;
  }
}
