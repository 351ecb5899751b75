/** Counts finished jobs: documents for each day, key and format, and the codes of those that failed. */

import type { DecodedEvent } from './decode.ts';

interface DocumentRow {
  day: string;
  key: string;
  type: string;
  format: string;
  documents: number;
  pages: number;
  characters: number;
}

interface FailureRow {
  code: string;
  documents: number;
}

interface UnreadableRow {
  reason: string;
  records: number;
}

const day = (at: unknown): string => new Date(Number(at)).toISOString().slice(0, 10);

export class Report {
  readonly #documents = new Map<string, DocumentRow>();
  readonly #failures = new Map<string, FailureRow>();
  readonly #unreadable = new Map<string, UnreadableRow>();
  /**
   * A job's first terminal event wins; a later one is a repeat. Its events share a partition, so reading each
   * partition in order is enough to know the first. (A real report would keep these in a database.)
   */
  readonly #finished = new Set<unknown>();

  add({ name, fields }: DecodedEvent): void {
    const terminal = name === 'ExtractCompleted' || name === 'ExtractFailed';
    if (!terminal || this.#finished.has(fields.job_id)) return;
    this.#finished.add(fields.job_id);
    if (name === 'ExtractCompleted') this.#addDocument(fields);
    else this.#addFailure(String(fields.code));
  }

  /** Counts a record that cannot be read; the report of the others must not fail because of it. */
  addUnreadable(reason: string): void {
    const row = this.#unreadable.get(reason) ?? { reason, records: 0 };
    row.records += 1;
    this.#unreadable.set(reason, row);
  }

  documents(): DocumentRow[] {
    return [...this.#documents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  failures(): FailureRow[] {
    return [...this.#failures.values()].sort((a, b) => b.documents - a.documents);
  }

  unreadable(): UnreadableRow[] {
    return [...this.#unreadable.values()];
  }

  #addDocument(fields: DecodedEvent['fields']): void {
    const group = [day(fields.at), fields.key_id, fields.content_type, fields.format].map(String);
    const [on = '', key = '', type = '', format = ''] = group;
    const name = JSON.stringify(group);
    const row = this.#documents.get(name) ?? {
      day: on,
      key,
      type,
      format,
      documents: 0,
      pages: 0,
      characters: 0,
    };
    row.documents += 1;
    row.pages += Number(fields.pages ?? 0);
    row.characters += Number(fields.chars);
    this.#documents.set(name, row);
  }

  #addFailure(code: string): void {
    const row = this.#failures.get(code) ?? { code, documents: 0 };
    row.documents += 1;
    this.#failures.set(code, row);
  }
}
