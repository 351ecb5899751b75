/** Program text: blocks of fixed pitch, each line as it stands. */
import type { Block } from '../blocks/block.ts';
import { median } from '../geometry.ts';
import { ASSEMBLY } from '../thresholds.ts';

const EMOJI = /^\p{Emoji_Presentation}/u;
const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;

export function isCode(block: Block): boolean {
  // East Asian fonts are of fixed pitch by nature; so are those of emoji, the icons of browsers' pages.
  const text = block.lines[0]?.text ?? '';
  return block.monospace >= ASSEMBLY.codeShare && !CJK.test(text) && !EMOJI.test(text);
}

/** Lines with their inner gaps and their indent from `left` (points) in characters. */
export function codeOf(block: Block, left: number = block.left): string {
  const pitch = pitchOf(block);
  const rows = Map.groupBy(block.lines, line => Math.round(line.baseline / (block.size * 0.5)));
  return [...rows.values()]
    .map(pieces => {
      let row = '';
      for (const item of pieces.flatMap(line => line.items).sort((one, other) => one.left - other.left)) {
        const column = Math.round((item.left - left) / pitch);
        const spaces = Math.max(row.length > 0 && item.spaceBefore ? 1 : 0, column - row.length);
        row += ' '.repeat(Math.min(spaces, ASSEMBLY.codeColumnsMax)) + item.text;
      }
      return row;
    })
    .join('\n');
}

/** Text whose first column is one of a block further to the right. */
export function movedIn(text: string, block: Block, points: number): string {
  const spaces = ' '.repeat(Math.min(Math.round(points / pitchOf(block)), ASSEMBLY.codeColumnsMax));
  return text.replace(/^/gm, spaces);
}

/** Points a character takes. */
function pitchOf(block: Block): number {
  const widths = block.lines.flatMap(line =>
    line.items.filter(item => item.font.monospace).map(item => item.width / item.text.length),
  );
  return median(widths) || block.size * 0.6;
}
