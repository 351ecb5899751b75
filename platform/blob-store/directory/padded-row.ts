/**
 * Stores a blob as a row none of whose bytes share a page with other rows. SQLite overwrites what it deletes
 * (secure_delete), but when it moves rows between the pages of a table it leaves copies of them behind permanently. Of
 * a row that is too long for its page, only the beginning is in the table; the rest has overflow pages of its own,
 * which are overwritten when they are freed. So the row begins with zeros, and is made long enough for the part in the
 * table to be no longer than these (SQLite's file format, "Cell payload overflow pages").
 */
import { PAGE_BYTES } from '../../sqlite/database.ts';

/**
 * M in the file format for this page size: the part of a payload that stays in the table if the rest fills its overflow
 * pages well.
 */
const LOCAL_BYTES = 489;
/** Payload bytes of an overflow page; the others are the number of the next page. */
const OVERFLOW_BYTES = PAGE_BYTES - 4;
/**
 * Payload bytes used of the last overflow page. It may have at most 519 bytes free: with fewer in it, all of it would
 * move into the table. Half of that leaves room for the row's other columns and for its header, which is no longer than
 * they are.
 */
const LAST_PAGE_BYTES = OVERFLOW_BYTES - 260;

const SHORT_ROW = Buffer.alloc(LOCAL_BYTES + LAST_PAGE_BYTES);

/**
 * The padded row. It must be written before the next one is made, because rows of one page share their memory:
 * allocating it costs as much as filling it.
 */
export function padded(bytes: Uint8Array): Buffer {
  const pages = Math.max(1, Math.ceil((bytes.length + OVERFLOW_BYTES - LAST_PAGE_BYTES) / OVERFLOW_BYTES));
  const row = pages === 1 ? SHORT_ROW : Buffer.alloc(SHORT_ROW.length + (pages - 1) * OVERFLOW_BYTES);
  row.set(bytes, LOCAL_BYTES);
  return row.fill(0, LOCAL_BYTES + bytes.length);
}

/** Returns the blob of `size` bytes from its row. Shares the row's memory. */
export function unpadded(row: Uint8Array, size: number): Buffer {
  return Buffer.from(row.buffer, row.byteOffset + LOCAL_BYTES, size);
}
