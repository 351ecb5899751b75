/**
 * Writes the files derived from schemas/events: `npm run generate:events`. A schema that is not in published.json yet
 * is added to it; existing entries never change, so editing a published schema fails its test until the edit becomes a
 * new version.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { generateAsyncApi, type RecordExample } from '../../schemas/generate-asyncapi.ts';
import { generateTypes } from '../../schemas/generate-types.ts';
import { cloudEventHeaders } from './cloud-events.ts';
import { EXAMPLE_EVENTS } from './codec-examples.ts';
import { SCHEMA_FILES, type SchemaFile } from './codec-schemas.ts';

const ROOT = new URL('../../', import.meta.url);
const PUBLISHED = 'schemas/events/published.json';

/** What was published under a file's name: the SHA-256 of its bytes, and the CRC-64-AVRO that its records carry (hex). */
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

/** A list of plain values, and the line on which it begins. */
const PLAIN_LIST = /^(.*)\[\n\s+((?:"[^"]*"|[\w.-]+)(?:,\n\s+(?:"[^"]*"|[\w.-]+))*)\n\s+\]/gm;
const LINE_WIDTH = 110; // biome.json's

/** JSON as the formatter would write it: a list of plain values is on one line if it fits. */
function asJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(PLAIN_LIST, (whole, before: string, items: string) => {
    const line = `${before}[${items.replace(/,\n\s+/g, ', ')}]`;
    return line.length < LINE_WIDTH ? line : whole;
  });
  return `${text}\n`;
}

/** The example events as they appear as records on Kafka. */
function recordExamples(): Record<string, RecordExample> {
  const examples = Object.values(EXAMPLE_EVENTS).map(event => {
    const { type, ...payload } = event;
    return [type, { headers: cloudEventHeaders(event, { source: '/textrail/example' }), payload }];
  });
  return Object.fromEntries(examples);
}

/** Maps each path from the repository's root to the text that the file must have. */
export function generatedFiles(): Record<string, string> {
  return {
    'schemas/events.ts': generateTypes(SCHEMA_FILES),
    'docs/events/asyncapi.json': asJson(generateAsyncApi(SCHEMA_FILES, recordExamples())),
    [PUBLISHED]: asJson(publishedWithNew()),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(new URL(path, ROOT), text);
}
