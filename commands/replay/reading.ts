/** A version's reading of one document, and folders of such readings: a baseline to compare another version with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/folders.ts';
import type { Element } from '../../schemas/api.ts';
import { writeText } from '../private-output.ts';

export interface Reading {
  /** SHA-256 of the document, 64 lower-case hex digits. */
  sha256: string;
  /** A path in a corpus, or a job's id. */
  name: string;
  format: 'text' | 'json';
  /** From the document's arrival at the workers to the answer. */
  milliseconds: number;
  /** Media type; null if it was never known. */
  contentType: string | null;
  /** Error code; null if the document was read. */
  code: string | null;
  /** The answer as callers get it; null if there is an error. */
  body: Answer | null;
}

export interface Answer {
  extracted_text?: string;
  elements?: Element[];
  metadata: Record<string, unknown>;
}

const OWN_FOLDER_MODE = 0o700;

/** Writes `<sha256>.<format>.json`. Only the owner may read it, because it contains the document's text. */
export async function saveReading(folder: string, reading: Reading): Promise<void> {
  makeFolder(folder, OWN_FOLDER_MODE);
  await writeText(join(folder, fileOf(reading)), JSON.stringify(reading));
}

/** The reading that `saveReading` wrote for a document; undefined if there is none. Throws if the file is not a reading. */
export function savedReading(
  folder: string,
  document: Pick<Reading, 'sha256' | 'format'>,
): Reading | undefined {
  const path = join(folder, fileOf(document));
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const saved: unknown = JSON.parse(text);
  if (!isReading(saved) || saved.sha256 !== document.sha256)
    throw new Error(`${path} is no reading that replay --save wrote`);
  return saved;
}

/** True if the folder contains readings to compare with: a mistyped folder must not pass as a good upgrade. */
export function hasReadings(folder: string): boolean {
  return readdirSync(folder).some(name => READING_FILE.test(name));
}

const READING_FILE = /^[0-9a-f]{64}\.(text|json)\.json$/;

const fileOf = ({ sha256, format }: Pick<Reading, 'sha256' | 'format'>): string => `${sha256}.${format}.json`;

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const { sha256, milliseconds, code, body } = value as Partial<Record<keyof Reading, unknown>>;
  const isAnswered = typeof body === 'object' && body !== null && 'metadata' in body;
  return (
    typeof sha256 === 'string' && typeof milliseconds === 'number' && (isAnswered || typeof code === 'string')
  );
}

/** The text of either kind of answer, in reading order. */
export function textOf({ extracted_text, elements = [] }: Answer): string {
  return extracted_text ?? elements.map(({ text }) => text).join('\n\n');
}
