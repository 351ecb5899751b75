/**
 * A blob as a row none of whose bytes lie in a page that the row shares with others. SQLite overwrites what it deletes
 * (secure_delete), but where it moves rows between the pages of a table it leaves copies of them behind, for good. Of a
 * row that is too long for its page, only the beginning lies in the table; the rest has overflow pages of its own, which
 * are overwritten when they are freed. So the row begins with zeros, and is made as long as it takes for its beginning to
 * be short (SQLite's file format, "Cell payload overflow pages").
 */
import { PAGE_BYTES } from '../../sqlite/database.ts';

/** M of the file format for this page size: what lies in the table of a payload whose rest fills its pages well. */
const LOCAL_BYTES = 489;
/** Of an overflow page; the rest of it is the number of the next one. */
const OVERFLOW_BYTES = PAGE_BYTES - 4;
/**
 * The last page may lack up to 519 bytes: with fewer in it, all of it would lie in the table. Half of that leaves room for
 * the row's other columns and for its header, which is no longer than them.
 */
const LAST_PAGE_BYTES = OVERFLOW_BYTES - 260;

const SHORT_ROW = Buffer.alloc(LOCAL_BYTES + LAST_PAGE_BYTES);

/** To be written before the next is made: rows of one page share their memory, which costs as much to get as to fill. */
export function padded(bytes: Uint8Array): Buffer {
  const pages = Math.max(1, Math.ceil((bytes.length + OVERFLOW_BYTES - LAST_PAGE_BYTES) / OVERFLOW_BYTES));
  const row = pages === 1 ? SHORT_ROW : Buffer.alloc(SHORT_ROW.length + (pages - 1) * OVERFLOW_BYTES);
  row.set(bytes, LOCAL_BYTES);
  return row.fill(0, LOCAL_BYTES + bytes.length);
}

/** The blob of `size` bytes again. Shares the row's memory. */
export function unpadded(row: Uint8Array, size: number): Buffer {
  return Buffer.from(row.buffer, row.byteOffset + LOCAL_BYTES, size);
}
