/** Leads a walker through its part, element by element. */
import type { FlowItem } from '../../story/flow.ts';
import { CLOSE, END, MalformedXml, OPEN } from '../../xml/reader.ts';
import { CLOSERS, OPENERS } from './elements.ts';
import type { Walker } from './walker.ts';

/** Reads the part to its end, or to where it stops being well-formed, and returns the outer story. */
export function walk(walker: Walker): FlowItem[] {
  const open: string[] = [];
  try {
    passElements(walker, open);
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    walker.office.warn('malformed-part');
    for (let name = open.pop(); name !== undefined; name = open.pop()) CLOSERS[name]?.(walker);
  }
  return walker.end();
}

function passElements(walker: Walker, open: string[]): void {
  const { reader } = walker;
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token === OPEN) {
      const { name, depth } = reader;
      OPENERS[name]?.(walker);
      // A handler that read its element to the end has also closed it.
      if (reader.depth === depth) open.push(name);
    } else if (token === CLOSE) {
      open.pop();
      CLOSERS[reader.name]?.(walker);
    }
  }
}
