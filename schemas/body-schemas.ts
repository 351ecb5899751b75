/** JSON Schemas (2020-12) of every body in schemas/api.ts; a test validates real answers with them. */
import { ELEMENT_TYPES } from './api.ts';
import { ERRORS } from './errors.ts';
import { JOB_SCHEMAS } from './job-schemas.ts';
import {
  always,
  alwaysNull,
  closed,
  count,
  nullableInteger,
  oneOf,
  reference,
  type Schema,
  text,
} from './json-schema.ts';

const metadata = { content_type: text, bytes: count, chars: count, ocr: { type: 'boolean' } };

/** Fields that elements of one type must have and all others must not; an item may have nested lists. */
const OWN_FIELDS: Record<string, readonly string[]> = {
  heading: ['level'],
  list: ['ordered', 'items'],
  list_item: [],
  table: ['markdown', 'html', 'cells', 'rows', 'cols'],
  image: ['alt', 'caption'],
};
const ALL_OWN_FIELDS = Object.values(OWN_FIELDS).flat();

const none = (names: readonly string[]): Schema => ({
  not: { anyOf: names.map(name => ({ required: [name] })) },
});

/**
 * Written as conditions, which client generators ignore: from a union of shapes they make types that nobody can use,
 * and some refuse schemas that are `false`. Each condition is nested in the previous one, because next to an `allOf`
 * OpenAPI Generator forgets which properties may be null.
 */
const BY_TYPE: Schema = Object.entries(OWN_FIELDS).reduceRight<Schema>((otherwise, [type, own]) => {
  const mayHave = type === 'list_item' ? ['items'] : own;
  return {
    if: { properties: { type: { const: type } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that nobody awaits.
    then: { required: [...own], ...none(ALL_OWN_FIELDS.filter(name => !mayHave.includes(name))) },
    else: otherwise,
  };
}, none(ALL_OWN_FIELDS));

const ELEMENT: Schema = {
  ...closed(
    {
      type: oneOf(...ELEMENT_TYPES),
      text,
      page: nullableInteger,
      offset: count,
      bbox: alwaysNull,
      level: { type: 'integer', minimum: 1, maximum: 6 },
      ordered: { type: 'boolean' },
      items: { type: 'array', items: reference('Element') },
      markdown: text,
      html: text,
      cells: { type: 'array', items: { type: 'array', items: reference('Cell') } },
      rows: count,
      cols: count,
      alt: text,
      caption: { type: ['string', 'null'] },
    },
    ALL_OWN_FIELDS,
  ),
  ...BY_TYPE,
};

const job = closed({ status: always('processing'), job_id: { type: 'string', format: 'uuid' } });

export const BODY_SCHEMAS: Record<string, Schema> = {
  ExtractMetadata: closed(metadata),
  ExtractSuccess: closed({
    status: always('success'),
    extracted_text: text,
    metadata: reference('ExtractMetadata'),
  }),
  AdditiveMetadata: closed(
    {
      ...metadata,
      format: oneOf('text', 'markdown', 'json'),
      tier: oneOf('standard', 'premium'),
      pages: nullableInteger,
      vlm: { type: 'boolean' },
      usage: closed({ model: text, input_tokens: count, output_tokens: count }),
    },
    ['usage'],
  ),
  JsonSuccess: closed({
    status: always('success'),
    elements: { type: 'array', items: reference('Element') },
    metadata: reference('AdditiveMetadata'),
  }),
  Element: ELEMENT,
  Cell: closed({
    text,
    colspan: { type: 'integer', minimum: 1 },
    rowspan: { type: 'integer', minimum: 1 },
    header: { type: 'boolean' },
  }),
  JobAccepted: job,
  JobProcessing: job,
  ExtractError: closed({
    status: always('error'),
    error: closed({ code: oneOf(...Object.keys(ERRORS)), message: text }),
  }),
  AuthFailure: closed({ message: text }),
  ...JOB_SCHEMAS,
};
