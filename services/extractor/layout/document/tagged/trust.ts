/**
 * Decides whether a document's tags show where its paragraphs begin. Often they do not: some producers tag every line,
 * some a whole page, and some place tags anywhere. Consecutive lines are examined for whether tags and text agree.
 */

import type { PageDraft } from '../../page/draft.ts';
import { isBlock, NO_TRUST, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { isArtifact } from './artifacts.ts';

/** Tags are used if they cover at least this share of the lines. */
const TAGGED_SHARE = 0.7;
/** Lines outside all blocks do not count, unless fewer than this share of the lines would remain. */
const BLOCKS_SHARE = 0.3;
/** Largest share of pairs of lines on which tags and text contradict each other. */
const FLAW_SHARE = 0.1;
/** Lines are compared if their distance is that from one line to the next in running text … */
const STEP_MIN_EM = 0.8;
const STEP_MAX_EM = 1.8;
/** … and they begin within this of each other. */
const COLUMN_EM = 2;
/** Tagged lists are trusted if they contain at least this share of the document's bullets. */
const BULLETS_SHARE = 0.7;

export function trustIn(drafts: readonly PageDraft[]): TagTrust {
  const votes = { parted: 0, brokenSentences: 0, joined: 0, itemsInside: 0, tagged: 0, loose: 0, lines: 0 };
  for (const { lines } of drafts) {
    votes.lines += lines.filter(line => !isArtifact(line)).length;
    lines.forEach((line, at) => {
      if (isBlock(line.element)) votes.tagged++;
      else if (line.element !== undefined) votes.loose++;
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
  const isTagged = votes.tagged >= TAGGED_SHARE * (votes.lines - votes.loose);
  if (!isTagged || votes.tagged < BLOCKS_SHARE * votes.lines) return NO_TRUST;
  const parts = votes.brokenSentences <= FLAW_SHARE * votes.parted;
  const joins = votes.itemsInside <= FLAW_SHARE * votes.joined;
  return { parts, joins, lists: parts && joins && areBulletsTagged(drafts) };
}

function areBulletsTagged(drafts: readonly PageDraft[]): boolean {
  const bullets = { all: 0, tagged: 0 };
  for (const { lines, tags } of drafts) {
    for (const line of lines.filter(({ text }) => BULLETED.test(text))) {
      bullets.all++;
      if (tags.items.has(line.items[0]?.markedContent ?? -1)) bullets.tagged++;
    }
  }
  return bullets.tagged >= BULLETS_SHARE * bullets.all;
}

/** Whether a line follows another one in the same size and column at the distance of running text. */
function follow(above: Line, line: Line): boolean {
  if (!isBlock(above.element) || !isBlock(line.element)) return false;
  const step = (line.baseline - above.baseline) / above.size;
  return (
    isSameSize(line, above) &&
    step > STEP_MIN_EM &&
    step < STEP_MAX_EM &&
    Math.abs(line.left - above.left) < COLUMN_EM * line.size
  );
}

const runsOn = (above: Line, line: Line): boolean =>
  /[\p{Ll},]$/u.test(above.text) && /^\p{Ll}/u.test(line.text) && above.right > line.right - line.size;

/** Bullets that are drawn as nothing else. */
const BULLETED = /^[•●○▪■◦‣]\s/;
const MARKED = /^(?:[•●○▪■◦‣]|\(?\d{1,2}[.)])\s/;
