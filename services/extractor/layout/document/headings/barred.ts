/** Recognises what is no heading, whatever it looks like, by its words or its place. */
import { valueLeftOf } from '../../one-page/lines/labels.ts';
import { type Block, isFieldValue } from '../../page/block.ts';
import { CAPTION } from '../../text/captions.ts';
import { isByline } from './byline.ts';
import type { Situation } from './situation.ts';

/** The label of a hint is at most this many times as large as the body; a section may be called `Notice`, too. */
const HINT_SIZE_MAX = 1.35;

/** Labels that manuals set beside a hint in a box. */
const HINT =
  /^(?:note|tip|hint|caution|warning|important|attention|danger|notice|remember|nota|sugerencia|aviso|atenci[oó]n|consejo|advertencia|precauci[oó]n|importante|remarque|astuce|conseil|avertissement|hinweis|tipp|warnung|achtung|vorsicht|wichtig|suggerimento|attenzione|avviso|avvertenza|aten[cç][aã]o|dica|opmerking|waarschuwing|uwaga|wskaz[oó]wka|примечание|предупреждение|внимание|совет|подсказка|важно|注意|注記|注|提示|警告|小技巧|ヒント|重要|참고|주의|경고|팁)\s*[:!.：]?$/iu;

/**
 * Whether a block cannot be a heading. Captions and labels of hints are set like headings; running heads, feet and
 * notes are not part of the body; sideways text is a stamp or the label of an axis; text below the numbers of an axis
 * is its title; authors are named below their title; values filled into a form are set in the form's own type; and a
 * field is a label and its value.
 */
export const isBarred = ({ text, flow, block, bodySize, isAxisTitle }: Situation): boolean =>
  flow.zone !== 'body' ||
  isAxisTitle ||
  CAPTION.test(text) ||
  (HINT.test(text) && block.size <= HINT_SIZE_MAX * bodySize) ||
  block.lines.every(({ angle }) => angle !== 0) ||
  isByline(block) ||
  isFieldValue(block) ||
  isLabelled(block);

/** Whether a block is a bold label with a colon, and a lighter value apart from it. */
function isLabelled({ lines: [line, ...others] }: Block): boolean {
  const stop = line === undefined || others.length > 0 ? null : valueLeftOf(line);
  return stop !== null && line?.items.every(({ left, font }) => font.bold === left < stop) === true;
}
