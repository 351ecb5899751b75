/**
 * Whether a document's tags say where its paragraphs begin. Many do not: some producers tag every line, some a whole
 * page, some put tags where they fell. Lines that follow each other are asked whether tags and text agree.
 */
import type { Line } from '../lines/line.ts';
import type { PageDraft } from '../pages/draft.ts';
import { isSameSize } from '../text/sizes.ts';
import { isArtifact } from './artifacts.ts';
import { TAGS } from './thresholds.ts';

/** What the tags of a document can be believed in. */
export interface TagTrust {
  /** Two elements are two blocks. */
  parts: boolean;
  /** One element is one block. */
  joins: boolean;
  /** Items of lists are those of its lists. */
  lists: boolean;
}

export const NO_TRUST: TagTrust = { parts: false, joins: false, lists: false };

export function trustIn(drafts: readonly PageDraft[]): TagTrust {
  const votes = { parted: 0, brokenSentences: 0, joined: 0, itemsInside: 0, tagged: 0, lines: 0 };
  const bullets = { all: 0, tagged: 0 };
  for (const { lines, tags } of drafts) {
    for (const line of lines.filter(({ text }) => BULLETED.test(text))) {
      bullets.all++;
      if (tags.items.has(line.items[0]?.markedContent ?? -1)) bullets.tagged++;
    }
    votes.lines += lines.filter(line => !isArtifact(line)).length;
    lines.forEach((line, at) => {
      if (line.element !== undefined) votes.tagged++;
      const above = lines[at - 1];
      if (above === undefined || !follow(above, line)) return;
      if (above.element !== line.element) {
        votes.parted++;
        if (runsOn(above, line)) votes.brokenSentences++;
      } else {
        votes.joined++;
        if (MARKED.test(line.text)) votes.itemsInside++;
      }
    });
  }
  if (votes.tagged < TAGS.taggedShare * votes.lines) return NO_TRUST;
  const parts = votes.brokenSentences <= TAGS.flawShare * votes.parted;
  const joins = votes.itemsInside <= TAGS.flawShare * votes.joined;
  return { parts, joins, lists: parts && joins && bullets.tagged >= TAGS.bulletsShare * bullets.all };
}

/** Lines of one size and column at the distance of running text. */
function follow(above: Line, line: Line): boolean {
  if (above.element === undefined || line.element === undefined) return false;
  const step = (line.baseline - above.baseline) / above.size;
  return (
    isSameSize(line, above) &&
    step > TAGS.stepMinEm &&
    step < TAGS.stepMaxEm &&
    Math.abs(line.left - above.left) < TAGS.columnEm * line.size
  );
}

const runsOn = (above: Line, line: Line): boolean =>
  /[\p{Ll},]$/u.test(above.text) && /^\p{Ll}/u.test(line.text) && above.right > line.right - line.size;

/** Bullets that nothing else is drawn as. */
const BULLETED = /^[•●○▪■◦‣]\s/;
const MARKED = /^(?:[•●○▪■◦‣]|\(?\d{1,2}[.)])\s/;
