/** Reads entries of the embedded read model's tables in the order of their primary keys. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Entry, type ShownView, SLICE_ENTRIES } from '../entries.ts';

interface Table {
  table: string;
  /** Columns of its primary key; none contains a space. */
  key: readonly string[];
  value: string;
  isShown: string;
}

const TABLES: Readonly<Record<ShownView, Table>> = {
  jobs: { table: 'jobs', key: ['job_id'], value: 'state', isShown: "state ->> 'status' <> 'unknown'" },
  keys: { table: 'keys', key: ['key_id'], value: 'state', isShown: 'TRUE' },
  quota: { table: 'quota', key: ['key_id', 'month'], value: 'used', isShown: 'TRUE' },
  'in-flight': { table: 'in_flight', key: ['key_id'], value: 'jobs', isShown: 'jobs <> 0' },
  idempotency: {
    table: 'idempotency',
    key: ['key_id', 'key_hash'],
    value: "json_object('jobId', job_id, 'fingerprint', fingerprint, 'liveUntil', live_until)",
    isShown: 'TRUE',
  },
};

export class TableEntries {
  private readonly database: DatabaseSync;
  private readonly prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** The entries after `after`, the name of the previous slice's last entry; empty for the first slice. */
  slice(view: ShownView, after: string): Entry[] {
    const { table, key, value, isShown } = TABLES[view];
    const columns = key.join(', ');
    const sql = `SELECT ${key.join(" || ' ' || ")} AS name, ${value} AS value FROM ${table}
      WHERE (${columns}) > (${key.map(() => '?').join(', ')}) AND ${isShown} ORDER BY ${columns} LIMIT ${SLICE_ENTRIES}`;
    const rows = this.statement(sql).all(...partsOf(after, key));
    return rows.map(row => ({ name: String(row.name), value: String(row.value) }));
  }

  value(view: ShownView, name: string): string | undefined {
    const { table, key, value, isShown } = TABLES[view];
    const isIt = key.map(column => `${column} = ?`).join(' AND ');
    const sql = `SELECT ${value} AS value FROM ${table} WHERE ${isIt} AND ${isShown}`;
    const row = this.statement(sql).get(...partsOf(name, key));
    return row === undefined ? undefined : String(row.value);
  }

  private statement(sql: string): StatementSync {
    const known = this.prepared.get(sql) ?? this.database.prepare(sql);
    this.prepared.set(sql, known);
    return known;
  }
}

function partsOf(name: string, key: readonly string[]): string[] {
  const parts = name.split(' ');
  return key.map((_, at) => parts[at] ?? '');
}
