import { CLOSE, END, OPEN, TEXT, type XmlReader } from '../../xml/reader.ts';

/**
 * Reads to the end of the element that was just opened. `open` is called for each element in it; an element that the
 * call does not read to its end is entered, so that its content is visited as well. `text` is called for each piece of
 * text.
 */
export function eachChild(
  reader: XmlReader,
  open: (name: string) => void,
  text: () => void = () => {},
): void {
  const { depth } = reader;
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token === CLOSE && reader.depth < depth) return;
    if (token === OPEN) open(reader.name);
    else if (token === TEXT) text();
  }
}
