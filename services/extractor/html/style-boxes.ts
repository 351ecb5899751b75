/**
 * Reads from a page's own style sheets what separates words: elements that begin a line of their own, items of flexible
 * boxes and grids, which are apart without white space between them, and text that keeps its line ends. Style sheets
 * hide nothing here, because scripts show what they hide.
 */
import { isMonospaced } from '../story/monospaced.ts';
import { isOfKind, keyOf, keysOf, type Selector, selectorsOf } from './style-selectors.ts';
import { attribute, type HtmlElement, isElement } from './tree.ts';
import { fontOf, keepingOf } from './white-space.ts';

interface Rule {
  selector: Selector;
  isBlock: boolean;
  holdsItems: boolean;
  /** Null where it says nothing about line ends. */
  keepsLines: boolean | null;
  /** Whether it keeps each space and breaks no line, as programs need. */
  isPreformatted: boolean;
  isMonospaced: boolean;
}

/** Limits of the sheets that are used: pages that people read stay below them, and each lookup must stay cheap. */
const RULES_CEILING = 2_000;
const RULES_OF_ONE_KEY = 8;
const SHEETS_CHARACTERS = 1_000_000;
const ANCESTORS_SEARCHED = 16;
/** Most comparisons of elements with a part of a selector, in the whole page; about a microsecond each. */
const LOOKS_CEILING = 1_000_000;

const BLOCK_DISPLAY = new Set(['block', 'flex', 'grid', 'table', 'list-item', 'flow-root']);
const ITEMS_DISPLAY = new Set(['flex', 'grid', 'inline-flex', 'inline-grid']);
const DISPLAY = /(?:^|[;\s])display\s*:\s*([a-z][a-z-]*)/gi;
const PREFORMATTED = /(?:^|[;\s])white-space\s*:\s*pre\s*(?:!|;|$)/i;
const MAY_SAY = /display|white-space|font/i;

export class StyleBoxes {
  private readonly rules = new Map<string, Rule[]>();
  private count = 0;
  private keepsAnyLines = false;
  private characters = 0;
  private looks = 0;
  /** Cached, because each element is asked for when it begins, when it ends, and for each of its children. */
  private readonly blocks = new Map<HtmlElement, boolean>();
  private readonly holders = new Map<HtmlElement, boolean>();
  private readonly keepers = new Map<HtmlElement, boolean | null>();

  /** Adds the sheet of a `style` element. */
  addSheet(style: HtmlElement): void {
    if (/print/i.test(attribute(style, 'media') ?? '')) return;
    const [text] = style.childNodes;
    const css = text !== undefined && 'value' in text ? text.value : '';
    this.characters += css.length;
    if (this.characters > SHEETS_CHARACTERS) return;
    for (const { prelude, body } of plainRules(withoutComments(css).replaceAll('&gt;', '>'))) {
      const said = MAY_SAY.test(body) ? declared(body) : null;
      if (said === null) continue;
      this.keepsAnyLines ||= said.keepsLines === true;
      for (const selector of selectorsOf(prelude)) this.addRule({ selector, ...said });
    }
  }

  /** Whether the element begins and ends a line of its own. */
  isBlock(element: HtmlElement): boolean {
    return this.remembered(this.blocks, element, rule => rule.isBlock);
  }

  /** Whether the element is apart from its neighbours. */
  isItem({ parentNode }: HtmlElement): boolean {
    if (parentNode === null || !('tagName' in parentNode)) return false;
    const style = attribute(parentNode, 'style');
    const own = style === undefined ? '' : displayOf(style);
    if (own !== '') return ITEMS_DISPLAY.has(own);
    return this.remembered(this.holders, parentNode, rule => rule.holdsItems);
  }

  /** Whether line ends in its text show as such; null where the sheets say nothing, so that the surrounding element decides. */
  keepsLines(element: HtmlElement): boolean | null {
    if (!this.keepsAnyLines) return null;
    const known = this.keepers.get(element);
    if (known !== undefined) return known;
    // The precedence of rules is not followed: if one of them collapses white space, it is collapsed.
    const isFolded = this.some(element, rule => rule.keepsLines === false);
    const answer = isFolded ? false : this.some(element, rule => rule.keepsLines === true) || null;
    this.keepers.set(element, answer);
    return answer;
  }

  /** Whether it is set like a program: as it was written, in a fixed-pitch font. */
  isProgram(element: HtmlElement): boolean {
    if (this.keepsLines(element) !== true) return false;
    return this.some(element, rule => rule.isPreformatted) && this.some(element, rule => rule.isMonospaced);
  }

  private remembered(
    answers: Map<HtmlElement, boolean>,
    element: HtmlElement,
    test: (rule: Rule) => boolean,
  ): boolean {
    if (this.count === 0) return false;
    const known = answers.get(element);
    if (known !== undefined) return known;
    const answer = this.some(element, test);
    answers.set(element, answer);
    return answer;
  }

  private addRule(rule: Rule): void {
    const key = keyOf(rule.selector);
    if (key === '' || this.count >= RULES_CEILING) return;
    const same = this.rules.get(key) ?? [];
    if (same.length >= RULES_OF_ONE_KEY) return;
    this.count++;
    this.rules.set(key, [...same, rule]);
  }

  private some(element: HtmlElement, test: (rule: Rule) => boolean): boolean {
    if (this.looks > LOOKS_CEILING) return false;
    return keysOf(element).some(key =>
      this.rules.get(key)?.some(rule => test(rule) && this.follows(rule.selector, element)),
    );
  }

  /** Whether the element matches the last part of the path, and elements around it the others, in order. */
  private follows({ path, isAnyChild }: Selector, element: HtmlElement): boolean {
    let at = path.length - 1;
    let node: HtmlElement | null = element;
    for (let searched = 0; node !== null && searched <= ANCESTORS_SEARCHED; searched++) {
      this.looks++;
      const compound = path[at];
      if (compound !== undefined && isOfKind(node, compound)) at--;
      else if (searched === 0 || (searched === 1 && isAnyChild)) return false;
      if (at < 0) return true;
      const parent: HtmlElement['parentNode'] = node.parentNode;
      node = parent !== null && 'tagName' in parent && isElement(parent) ? parent : null;
    }
    return false;
  }
}

/** Returns the last display value, without those that only one browser knows (`-webkit-box`, before `flex`). */
const displayOf = (declarations: string): string =>
  [...declarations.matchAll(DISPLAY)].at(-1)?.[1]?.toLowerCase() ?? '';

/** Returns what the declarations of a rule say; null where nothing of it matters here. */
function declared(body: string): Omit<Rule, 'selector'> | null {
  const display = displayOf(body);
  const said = {
    isBlock: BLOCK_DISPLAY.has(display),
    holdsItems: ITEMS_DISPLAY.has(display),
    keepsLines: keepingOf(body),
    isPreformatted: PREFORMATTED.test(body),
    isMonospaced: isMonospaced(fontOf(body)),
  };
  return said.isBlock || said.holdsItems || said.keepsLines !== null || said.isMonospaced ? said : null;
}

/** Removes comments without a pattern, which would search to the end of the sheet for each unclosed comment. */
const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(endOfComment(part))))
    .join(' ');

function endOfComment(part: string): number {
  const end = part.indexOf('*/');
  return end < 0 ? part.length : end + 2;
}

/**
 * Conditions that hold for all readers of the page: layers, features that browsers support by the standard's name,
 * screens of any kind.
 */
const UNCONDITIONAL =
  /^@(?:layer\b|supports\b(?![\s\S]*(?:\bnot\b|\(-))|media\s+(?:all|screen|only screen)$)/i;

/** Yields rules outside conditions: rules in `@media` and the like apply to some screens only. */
function* plainRules(css: string): Iterable<{ prelude: string; body: string }> {
  let depth = 0;
  /** Number of surrounding blocks that are treated as if they were not there. */
  let open = 0;
  let start = 0;
  let prelude = '';
  for (const { index, 0: sign } of css.matchAll(/[{};]/g)) {
    if (sign === '{' && depth === open) {
      prelude = css.slice(start, index).trim();
      if (UNCONDITIONAL.test(prelude)) open++;
    }
    if (sign === '{') depth++;
    else if (sign === '}' && depth > open) {
      depth--;
      if (depth === open && !prelude.startsWith('@'))
        yield { prelude, body: css.slice(css.indexOf('{', start) + 1, index) };
    } else if (sign === '}' && depth > 0) {
      depth--;
      open--;
    }
    if (depth === open) start = index + 1;
  }
}
