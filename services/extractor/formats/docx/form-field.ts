/** Reads what a legacy form field shows (ECMA-376 part 1, 17.16): text fields have a result of their own, the others do not. */
import { TICKED, UNTICKED } from '../../tick-signs.ts';
import { CLOSE, OPEN, type XmlReader } from '../../xml/reader.ts';
import { isOff } from './on-off.ts';

/** Reads the `w:ffData` just opened, to its end. */
export function readFormField(reader: XmlReader): string {
  const depth = reader.depth;
  let box: boolean | null = null;
  let chosen = 0;
  const entries: string[] = [];
  for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
    if (token !== OPEN) continue;
    const value = reader.attribute('w:val');
    if (reader.name === 'w:checkBox') box = false;
    else if (reader.name === 'w:listEntry') entries.push(value ?? '');
    else if (reader.name === 'w:result') chosen = Number(value) || 0;
    // The state comes after the default and replaces it.
    else if (box !== null && (reader.name === 'w:default' || reader.name === 'w:checked')) {
      box = !isOff(value);
    }
  }
  if (box !== null) return box ? TICKED : UNTICKED;
  return entries[chosen] ?? '';
}
