/**
 * parse5's tokenizer, extended to take runs of ordinary characters in one step instead of passing each through its
 * state machine: most of a page is text, scripts, style sheets, comments and values of attributes. The only difference
 * in what it passes to the parser is where text is cut, and only where the parser joins the pieces again, so that trees
 * are the same.
 */
import {
  type DefaultTreeAdapterMap,
  InsertionMode,
  type Parser,
  Token,
  Tokenizer,
  type TokenizerOptions,
} from 'parse5';

const TABULATION = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTATION_MARK = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;
const LESS_THAN = 0x3c;
/** From here on, a character may be half of a pair, or one that parse5 examines. */
const FIRST_SURROGATE = 0xd800;

const isSpace = (unit: number): boolean =>
  unit === SPACE || unit === LINE_FEED || unit === TABULATION || unit === FORM_FEED;

/** Small letters, digits and hyphens. */
const isNameUnit = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || unit === HYPHEN || (unit >= 0x30 && unit <= 0x39);

const NAME_PIECE = 12;

/**
 * Whether a code unit is neither NUL, the end (-1), a line break that is rewritten, nor outside the basic plane. False
 * for `NaN`, beyond the end.
 */
const isOrdinary = (unit: number): boolean => unit > 0 && unit < FIRST_SURROGATE && unit !== CARRIAGE_RETURN;

export class QuickTokenizer extends Tokenizer {
  private readonly parser: Parser<DefaultTreeAdapterMap>;

  constructor(options: TokenizerOptions, parser: Parser<DefaultTreeAdapterMap>) {
    super(options, parser);
    this.parser = parser;
    // parse5 discards what it has read, for streams; here the page is complete and kept by the caller.
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
  }

  protected override _stateData(unit: number): void {
    if (unit === LESS_THAN || unit === AMPERSAND || unit <= 0) {
      super._stateData(unit);
      return;
    }
    const isWhite = isSpace(unit);
    if (isWhite && this.isWithinText()) this._extendRun(unit);
    else this._emitCodePoint(unit);
    if (this.isText()) this.readOnInText(this.takesWhiteSpace());
    else if (isWhite) this.readOnInWhiteSpace();
  }

  protected override _stateRcdata(unit: number): void {
    super._stateRcdata(unit);
    if (isOrdinary(unit) && unit !== LESS_THAN && unit !== AMPERSAND && !isSpace(unit))
      this.readOnInText(false);
  }

  protected override _stateRawtext(unit: number): void {
    if (isOrdinary(unit) && unit !== LESS_THAN) this.readRaw(unit);
    else super._stateRawtext(unit);
  }

  protected override _stateScriptData(unit: number): void {
    if (isOrdinary(unit) && unit !== LESS_THAN) this.readRaw(unit);
    else super._stateScriptData(unit);
  }

  protected override _stateTagName(unit: number): void {
    super._stateTagName(unit);
    const { currentToken } = this;
    if (isNameUnit(unit) && currentToken !== null && 'tagName' in currentToken)
      currentToken.tagName += this.restOfName();
  }

  protected override _stateAttributeName(unit: number): void {
    super._stateAttributeName(unit);
    if (isNameUnit(unit)) this.currentAttr.name += this.restOfName();
  }

  protected override _stateComment(unit: number): void {
    super._stateComment(unit);
    if (isOrdinary(unit) && unit !== LESS_THAN && unit !== HYPHEN) this.readOnUpTo(LESS_THAN, HYPHEN);
  }

  protected override _stateAttributeValueDoubleQuoted(unit: number): void {
    super._stateAttributeValueDoubleQuoted(unit);
    if (isOrdinary(unit) && unit !== QUOTATION_MARK && unit !== AMPERSAND)
      this.readOnUpTo(QUOTATION_MARK, AMPERSAND);
  }

  protected override _stateAttributeValueSingleQuoted(unit: number): void {
    super._stateAttributeValueSingleQuoted(unit);
    if (isOrdinary(unit) && unit !== APOSTROPHE && unit !== AMPERSAND) this.readOnUpTo(APOSTROPHE, AMPERSAND);
  }

  /**
   * Returns the rest of a name, a few characters at a time: V8 copies a piece this short, while a longer one would keep
   * the page in memory.
   */
  private restOfName(): string {
    const { html, pos } = this.preprocessor;
    const last = pos + NAME_PIECE;
    let at = pos + 1;
    while (at <= last && isNameUnit(html.charCodeAt(at))) at++;
    this.preprocessor.pos = at - 1;
    return html.slice(pos + 1, at);
  }

  /** Reads scripts and style sheets, where everything is one text and white space need not be distinguished. */
  private readRaw(unit: number): void {
    if (this.parser.insertionMode === InsertionMode.TEXT) {
      if (!this.isText()) this._ensureCharacterToken(Token.TokenType.CHARACTER);
      this._extendRun(unit);
      this.readOnUpTo(LESS_THAN, LESS_THAN);
    } else this._emitCodePoint(unit);
  }

  /** Whether white space would now continue a text that contains more than white space. */
  private isWithinText(): boolean {
    return this.isText() && this.takesWhiteSpace();
  }

  private isText(): boolean {
    return this.currentCharacterToken?.type === Token.TokenType.CHARACTER;
  }

  /** Whether the parser treats white space after other text like that text. */
  private takesWhiteSpace(): boolean {
    const { insertionMode } = this.parser;
    return insertionMode === InsertionMode.IN_BODY || insertionMode === InsertionMode.IN_CELL;
  }

  /** Reads on in a text. It never continues after a carriage return, because a line feed there is not part of the text. */
  private readOnInText(withWhiteSpace: boolean): void {
    const { html, pos } = this.preprocessor;
    if (html.charCodeAt(pos) === CARRIAGE_RETURN) return;
    let at = pos + 1;
    for (; ; at++) {
      const unit = html.charCodeAt(at);
      // NaN, beyond the end, is not greater.
      if (unit > SPACE) {
        if (unit === LESS_THAN || unit === AMPERSAND || unit >= FIRST_SURROGATE) break;
      } else if (!withWhiteSpace || !isSpace(unit)) break;
    }
    this.haveRead(at);
  }

  private readOnInWhiteSpace(): void {
    const { html, pos } = this.preprocessor;
    if (html.charCodeAt(pos) === CARRIAGE_RETURN) return;
    let at = pos + 1;
    while (isSpace(html.charCodeAt(at))) at++;
    this.haveRead(at);
  }

  private readOnUpTo(end: number, other: number): void {
    const { html, pos } = this.preprocessor;
    if (html.charCodeAt(pos) === CARRIAGE_RETURN) return;
    let at = pos + 1;
    for (; ; at++) {
      const unit = html.charCodeAt(at);
      if (unit === end || unit === other || !isOrdinary(unit)) break;
    }
    this.haveRead(at);
  }

  /** Adds what was read up to `at` to the pending run, whose last character was the current one. */
  private haveRead(at: number): void {
    this.preprocessor.pos = at - 1;
    this.runEnd = at;
  }
}
