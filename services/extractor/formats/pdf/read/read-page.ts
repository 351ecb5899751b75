/** Reads one page from pdf.js in the form that the structure rules expect. */

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageContent, TextItem } from '../../../layout/page/content.ts';
import { NO_TAGS, type PageTags } from '../../../layout/page/hints.ts';
import { tagsOf } from '../tags/evidence.ts';
import { type Matrix, multiply } from '../vectors/matrix.ts';
import type { Visibility } from '../vectors/operator-list.ts';
import { readPainted } from '../vectors/vectors.ts';
import { annotationsOf, linksOf } from './annotations.ts';
import { withCurvesJoined } from './curved.ts';
import { boxesAmong, type DrawnBox, withDrawnBoxes } from './drawn-boxes.ts';
import { type DrawnUnderscores, underscoresAmong, withDrawnUnderscores } from './drawn-underscores.ts';
import { withoutDuplicates } from './duplicates.ts';
import { loadEngine } from './engine.ts';
import { fieldsOf, withFields } from './fields.ts';
import { withoutHiddenDoubles, withoutSecondLayer } from './hidden-layer.ts';
import { type OpenPdf, operatorsOf } from './open.ts';
import { withRuby } from './ruby.ts';
import { withLevelWords } from './side-by-side.ts';
import { hasGapsInStrings, withGapsClosed, withSpacedLettersJoined } from './spaced-letters.ts';
import { readText } from './text-operators.ts';
import { astrayWords, withoutUnseen } from './unseen.ts';
import { isStacked, laidDown } from './vertical.ts';
import { inSpokenOrder } from './visual-order.ts';

/** A page is turned if at least this share of its characters has the same quarter turn. */
const TURNED_SHARE = 0.6;

/** View space: the transform from user space, and its size in points. */
interface View {
  transform: Matrix;
  width: number;
  height: number;
}

/** Reads a page. `asItLies` says that it is not turned by the angle of its text. */
export async function readPage(
  pdf: OpenPdf,
  number: number,
  isVisible: Visibility,
  asItLies = false,
): Promise<PageContent> {
  const page = await pdf.document.getPage(number);
  try {
    return await contentOf(pdf, page, number, isVisible, asItLies);
  } finally {
    page.cleanup();
  }
}

async function contentOf(
  pdf: OpenPdf,
  page: PDFPageProxy,
  number: number,
  isVisible: Visibility,
  asItLies: boolean,
): Promise<PageContent> {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  const operators = await operatorsOf(await loadEngine(), page, pdf.operators);
  let view: View = { transform: transform as unknown as Matrix, width, height };
  const tags = pdf.isTagged ? await tagsOf(page) : NO_TAGS;
  const annotations = await annotationsOf(page);
  let fields = fieldsOf(annotations, view.transform, isVisible);
  let text = readText(operators, view.transform, pdf.port.fonts, isVisible, fields, tags.actuals);
  const stacked = isStacked(text.items);
  const turn = stacked ? -90 : dominantTurn(text.items);
  if (turn !== 0 && !asItLies) {
    view = turned(view, turn);
    fields = fieldsOf(annotations, view.transform, isVisible);
    text = readText(operators, view.transform, pdf.port.fonts, isVisible, fields, tags.actuals);
  }
  let underscores: DrawnUnderscores[] = [];
  let boxes: DrawnBox[] = [];
  const { vectors, painting } = readPainted(
    operators,
    { ...view, transform: [...view.transform] },
    isVisible,
    drawn => {
      underscores = underscoresAmong(drawn.rules, text.items);
      boxes = boxesAmong(drawn, text.items, [...fields.values()]);
      return new Set<object>([
        ...underscores.flatMap(each => each.rules),
        ...boxes.flatMap(each => each.shapes),
      ]);
    },
    text.items.some(item => item.invisible),
  );
  text = { ...text, items: withDrawnUnderscores(withDrawnBoxes(text.items, boxes), underscores) };
  const { pictures } = vectors;
  if (painting !== null)
    text = { ...text, items: withoutUnseen(text.items, painting, { ...view, pictures }) };
  const items = withRuby(
    withFields(
      { ...text, items: stacked ? laidDown(text.items) : withCurvesJoined(withLevelWords(text.items)) },
      fields,
    ),
  );
  const isAstray = astrayWords({ ...view, pictures });
  const onPage = items.filter(item => isOnPage(item, view) || isAstray(item));
  let seen = withoutHiddenDoubles(withoutDuplicates(withoutSecondLayer(onPage)));
  if (hasGapsInStrings(seen) && (await isByWord(pdf))) seen = withGapsClosed(seen);
  return {
    ...vectors,
    number,
    quarterTurns: turn === 0 || asItLies ? undefined : QUARTER_TURNS[turn],
    width: view.width,
    height: view.height,
    items: withElements(withSpacedLettersJoined(inSpokenOrder(seen)), tags),
    unreadable: text.unreadable,
    gaps: text.gaps,
    holes: text.holes,
    refused: text.refused,
    tags,
    links: linksOf(annotations, view.transform),
  };
}

/** Whether Word wrote the file, since Word draws each of its spaces. False where the file's metadata is damaged. */
async function isByWord({ document }: OpenPdf): Promise<boolean> {
  const found = await document.getMetadata().catch(() => null);
  const { Producer: producer } = (found?.info ?? {}) as { Producer?: unknown };
  return typeof producer === 'string' && /^Microsoft\W+(?:Office )?Word/.test(producer);
}

function withElements(items: TextItem[], { elements }: PageTags): TextItem[] {
  if (elements.size === 0) return items;
  return items.map(item => {
    const element = item.markedContent === undefined ? undefined : elements.get(item.markedContent);
    return element === undefined ? item : { ...item, element };
  });
}

/** Whether a word is on the page: no reader sees what lies outside the crop box. */
function isOnPage(item: TextItem, view: View): boolean {
  const { left, baseline, size } = item;
  return left > -size && left < view.width && baseline > 0 && baseline < view.height + size;
}

/** Returns the angle of most of the text, where it is a quarter turn: sideways tables, vertical CJK. */
function dominantTurn(items: readonly TextItem[]): 0 | 90 | 180 | -90 {
  const characters = new Map<number, number>();
  let total = 0;
  for (const { angle, text } of items) {
    total += text.length;
    if (angle !== 0) characters.set(angle, (characters.get(angle) ?? 0) + text.length);
  }
  const turns = [90, 180, -90, -180] as const;
  const turn = turns.find(angle => (characters.get(angle) ?? 0) > TURNED_SHARE * total);
  return turn === -180 ? 180 : (turn ?? 0);
}

/** Clockwise turns that make text at this angle (counter-clockwise) upright. */
const QUARTER_TURNS = { 90: 1, 180: 2, [-90]: 3 } as const;

/** Returns the view in which text at this angle (counter-clockwise) is upright. */
function turned({ transform, width, height }: View, angle: 90 | 180 | -90): View {
  const turns: Record<90 | 180 | -90, Matrix> = {
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    [-90]: [0, -1, 1, 0, 0, width],
  };
  const sideways = angle !== 180;
  return {
    transform: multiply(turns[angle], transform),
    width: sideways ? height : width,
    height: sideways ? width : height,
  };
}
