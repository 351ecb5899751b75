/** What is no heading, whatever it looks like: it says so itself, or stands where none does. */
import { isFieldValue } from '../../page/block.ts';
import { CAPTION } from '../../text/captions.ts';
import { isByline } from './byline.ts';
import type { Situation } from './situation.ts';

/** The label of a hint is at most this much larger than the body; a section may be called `Notice`, too. */
const HINT_SIZE_MAX = 1.35;

/** What manuals set beside a hint in a box. */
const HINT =
  /^(?:note|tip|hint|caution|warning|important|attention|danger|notice|remember|nota|sugerencia|aviso|atenci[oó]n|consejo|advertencia|precauci[oó]n|importante|remarque|astuce|conseil|avertissement|hinweis|tipp|warnung|achtung|vorsicht|wichtig|suggerimento|attenzione|avviso|avvertenza|aten[cç][aã]o|dica|opmerking|waarschuwing|uwaga|wskaz[oó]wka|примечание|предупреждение|внимание|совет|подсказка|важно|注意|注記|注|提示|警告|小技巧|ヒント|重要|참고|주의|경고|팁)\s*[:!.：]?$/iu;

/**
 * Captions and labels of hints are set like headings; running heads, feet and notes are no part of the body, and what
 * stands sideways on its page is a stamp or the label of an axis, as is what stands below its numbers; authors are named below their title,
 * and what was filled into a form stands in the form's own type.
 */
export const isBarred = ({ text, flow, block, bodySize, isAxisTitle }: Situation): boolean =>
  flow.zone !== 'body' ||
  isAxisTitle ||
  CAPTION.test(text) ||
  (HINT.test(text) && block.size <= HINT_SIZE_MAX * bodySize) ||
  block.lines.every(({ angle }) => angle !== 0) ||
  isByline(block) ||
  isFieldValue(block);
