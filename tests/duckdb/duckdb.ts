/** Installs DuckDB once into the project's cache, for trying the queries of docs/events. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { CACHE_DIR } from '../../stack/tools.ts';

const VERSION = '1.5.6-r.1';

export interface Result {
  columns: string[];
  rows: (string | null)[][];
}

export type Ask = (sql: string) => Promise<Result>;

/** The part of @duckdb/node-api that is used. */
interface DuckDb {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ columnNames(): string[]; getRows(): unknown[][] }>;
}

/** A database in memory. Relative paths in queries are those in `folder`. */
export async function duckDb(folder: string): Promise<Ask> {
  const { DuckDBInstance } = (await import(pathToFileURL(await installed()).href)) as DuckDb;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.runAndReadAll(`SET file_search_path = '${folder.replaceAll("'", "''")}'`);
  await connection.runAndReadAll("SET TimeZone = 'UTC'");
  return async sql => {
    const reader = await connection.runAndReadAll(sql);
    const rows = reader.getRows().map(row => row.map(value => (value === null ? null : String(value))));
    return { columns: reader.columnNames(), rows };
  };
}

/** Installs exactly this version and returns its entry file; npm chooses the library for this machine. No script runs. */
async function installed(): Promise<string> {
  const folder = join(CACHE_DIR, `duckdb-${VERSION}`);
  const entry = join(folder, 'node_modules', '@duckdb', 'node-api', 'lib', 'index.js');
  if (existsSync(entry)) return entry;
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const manifest = { private: true, dependencies: { '@duckdb/node-api': VERSION } };
  writeFileSync(join(part, 'package.json'), JSON.stringify(manifest));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  await promisify(execFile)('npm', ['install', ...flags], { cwd: part });
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
  return entry;
}
