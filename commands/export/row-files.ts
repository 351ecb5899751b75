/** Files of rows. They are written in steps, so that a day of any size fits in memory. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import { type Column, type ColumnType, cellOf, type Value } from './columns.ts';

export type FileFormat = 'parquet' | 'ndjson';

export interface RowFile {
  add(record: RecordedEvent): Promise<void>;
  finish(): Promise<void>;
}

/** Rows of a row group, the unit that readers skip or read at once. A group is held in memory until it is written. */
export const ROWS_A_GROUP = 50_000;

const PARQUET_TYPES = {
  STRING: 'STRING',
  LIST: 'STRING',
  BOOLEAN: 'BOOLEAN',
  INT32: 'INT32',
  INT64: 'INT64',
  TIMESTAMP: 'TIMESTAMP',
} as const satisfies Record<ColumnType, string>;

/** Opens a row file. `path` already exists, readable by its owner only. */
export function openRowFile(
  format: FileFormat,
  path: string,
  columns: readonly Column[],
  rowsAGroup = ROWS_A_GROUP,
): RowFile {
  return format === 'parquet' ? new ParquetFile(path, columns, rowsAGroup) : new JsonLines(path, columns);
}

class ParquetFile implements RowFile {
  private readonly columns: readonly Column[];
  private readonly parquet: ParquetWriter;
  private readonly rowsAGroup: number;
  private rows: RecordedEvent[] = [];

  constructor(path: string, columns: readonly Column[], rowsAGroup: number) {
    this.columns = columns;
    this.rowsAGroup = rowsAGroup;
    const schema = schemaFromColumnData({
      columnData: this.data([]).map(each => ({ ...each, ...TYPED(each) })),
    });
    this.parquet = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'textrail' });
  }

  async add(record: RecordedEvent): Promise<void> {
    if (this.rows.push(record) >= this.rowsAGroup) await this.writeGroup();
  }

  async finish(): Promise<void> {
    if (this.rows.length > 0) await this.writeGroup();
    await this.parquet.finish();
  }

  private async writeGroup(): Promise<void> {
    const columnData = this.data(this.rows).map(({ name, data }) => ({ name, data }));
    await this.parquet.write({ columnData, rowGroupSize: this.rowsAGroup });
    this.rows = [];
  }

  private data(rows: readonly RecordedEvent[]) {
    return this.columns.map(column => ({
      name: column.name,
      column,
      data: rows.map(row => cellOf(row, column)),
    }));
  }
}

const TYPED = ({ column }: { column: Column }) => ({ type: PARQUET_TYPES[column.type], nullable: true });

class JsonLines implements RowFile {
  private readonly columns: readonly Column[];
  private readonly file: number;

  constructor(path: string, columns: readonly Column[]) {
    this.columns = columns;
    this.file = openSync(path, 'w');
  }

  async add(record: RecordedEvent): Promise<void> {
    const row = this.columns.map(column => [column.name, plain(cellOf(record, column), column)]);
    // Writes all of it or throws; on a disk that fills up, other calls may write only a part.
    writeFileSync(this.file, `${JSON.stringify(Object.fromEntries(row))}\n`);
  }

  async finish(): Promise<void> {
    closeSync(this.file);
  }
}

/** The value for JSON: lists and times in their JSON forms. Offsets and sizes stay below 2^53. */
function plain(value: Value, { type }: Column): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  return type === 'LIST' && typeof value === 'string' ? JSON.parse(value) : value;
}
