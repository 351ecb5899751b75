/** Reads TeX formulas that MathJax 2 draws in the browser (`<script type="math/tex">`; kramdown and Jekyll write them). */
import { attribute, type HtmlElement, isElement, traverse } from './tree.ts';

const TEX = /^math\/(?:tex|asciimath)/i;
const DRAWN = /(?:^|\s)(?:MathJax|mjx-)/i;
/** A preview and the drawn formula stand before the script. */
const DRAWINGS = 2;
/** Among more siblings, finding each script's place would take long. */
const SIBLINGS = 10_000;
/** What hides `<` and `&` from XML parsers. */
const CDATA = /%\s*(?:<!\[CDATA\[|\]\]>)/g;

/** Turns the script's TeX into text of the page in place of its drawing, unless the drawing contains the formula as MathML. */
export function showTex(script: HtmlElement): void {
  if (!TEX.test(attribute(script, 'type') ?? '')) return;
  const drawings = drawingsOf(script);
  if (drawings.some(holdsMath)) return;
  for (const drawing of drawings) drawing.childNodes = [];
  script.tagName = /mode\s*=\s*display/i.test(attribute(script, 'type') ?? '') ? 'div' : 'span';
  for (const node of script.childNodes)
    if ('value' in node) node.value = node.value.replace(CDATA, '').trim();
}

function drawingsOf(script: HtmlElement): HtmlElement[] {
  const siblings = script.parentNode?.childNodes ?? [];
  if (siblings.length > SIBLINGS) return [];
  const at = siblings.indexOf(script);
  return siblings
    .slice(Math.max(0, at - DRAWINGS * 2), at)
    .filter(isElement)
    .slice(-DRAWINGS)
    .filter(sibling => DRAWN.test(attribute(sibling, 'class') ?? ''));
}

function holdsMath(drawing: HtmlElement): boolean {
  let found = false;
  traverse(drawing, node => {
    found ||= node.nodeName === 'math';
    return !found;
  });
  return found;
}
