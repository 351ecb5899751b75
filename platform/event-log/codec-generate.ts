/**
 * Writes what is derived from schemas/events: `node platform/event-log/codec-generate.ts`. A schema that is not
 * in published.json yet is added to it; an entry that is there is never changed, so an edited schema fails its
 * test until the edit becomes a new version.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { generateTypes } from '../../schemas/generate-types.ts';
import { SCHEMA_FILES, type SchemaFile } from './codec-schemas.ts';

const ROOT = new URL('../../', import.meta.url);
const PUBLISHED = 'schemas/events/published.json';

/** What was published under a file's name: the bytes, and the CRC-64-AVRO that its records carry (hex). */
export interface Publication {
  sha256: string;
  fingerprint: string;
}

export function publicationOf({ text, fingerprint }: SchemaFile): Publication {
  return {
    sha256: createHash('sha256').update(text).digest('hex'),
    fingerprint: fingerprint.toString(16).padStart(16, '0'),
  };
}

export function readPublished(): Record<string, Publication> {
  return JSON.parse(readFileSync(new URL(PUBLISHED, ROOT), 'utf8'));
}

function publishedWithNew(): Record<string, Publication> {
  const fresh = Object.fromEntries(SCHEMA_FILES.map(file => [file.file, publicationOf(file)]));
  return { ...fresh, ...readPublished() };
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Path from the repo's root -> the text that the file must have. */
export function generatedFiles(): Record<string, string> {
  return {
    'schemas/events.ts': generateTypes(SCHEMA_FILES),
    [PUBLISHED]: asJson(publishedWithNew()),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(new URL(path, ROOT), text);
}
