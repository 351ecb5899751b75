/** Renders schemas/events.ts: the events as a discriminated union, and the topic and key of each. Pure. */

import {
  type AvroEnum,
  type AvroType,
  type EventSchema,
  newestOf,
  type PublishedSchema,
  TOPIC_PREFIX,
  topicsOf,
} from './generate-schema.ts';

const HEADER = `/**
 * The events, as TypeScript. Generated from schemas/events/*.avsc by \`npm run generate:events\`:
 * change a schema (by a new version), never this file.
 */

/** Milliseconds since the Unix epoch, UTC. */
export type Timestamp = number;
`;

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  boolean: 'boolean',
  int: 'number',
  long: 'number',
};

/** Longest list on one line: biome.json's 110 characters less what surrounds it. */
const LIST_WIDTH = 75;

const quote = (text: string): string => `'${text}'`;
const constantName = (name: string): string => `${name.replace(/(?<!^)[A-Z]/g, '_$&').toUpperCase()}_TOPICS`;

function typeText(type: AvroType): string {
  if (Array.isArray(type)) return type.map(typeText).sort(nullLast).join(' | ');
  if (typeof type === 'string') {
    if (type === 'null') return 'null';
    const known = PRIMITIVES[type];
    if (!known) throw new Error(`schema uses a type that the generator does not know: ${type}`);
    return known;
  }
  if (type.type === 'enum') return type.name;
  if (type.type === 'array') return `${typeText(type.items)}[]`;
  return type.logicalType === 'timestamp-millis' ? 'Timestamp' : typeText(type.type);
}

const nullLast = (a: string, b: string): number => Number(a === 'null') - Number(b === 'null');

function enumsIn(type: AvroType): AvroEnum[] {
  if (Array.isArray(type)) return type.flatMap(enumsIn);
  if (typeof type === 'string') return [];
  if (type.type === 'array') return enumsIn(type.items);
  return type.type === 'enum' ? [type] : [];
}

/** The enums of all schemas. Each Avro file stands alone, so an enum that two records use is in both; they must agree. */
function distinctEnums(schemas: readonly EventSchema[]): AvroEnum[] {
  const distinct = new Map<string, AvroEnum>();
  for (const found of schemas.flatMap(schema => schema.fields.flatMap(field => enumsIn(field.type)))) {
    const known = distinct.get(found.name);
    if (known && known.symbols.join() !== found.symbols.join()) {
      throw new Error(`schemas disagree about the symbols of ${found.name}`);
    }
    distinct.set(found.name, found);
  }
  return [...distinct.values()];
}

function enumText({ name, symbols, doc }: AvroEnum): string {
  return `/** ${doc ?? name} */\nexport type ${name} = ${symbols.map(quote).join(' | ')};\n`;
}

function recordText(schema: EventSchema): string {
  const fields = schema.fields.map(
    ({ name, type, doc }) => `  /** ${doc} */\n  ${name}: ${typeText(type)};\n`,
  );
  return `/** ${schema.doc} */\nexport interface ${schema.name} {\n  type: '${schema.name}';\n${fields.join('')}}\n`;
}

function unionText(schemas: readonly EventSchema[]): string {
  const members = schemas.map(({ name }) => `\n  | ${name}`).join('');
  return `export type Event =${members};\n\nexport type EventType = Event['type'];\n`;
}

function cloudTypesText(newest: readonly PublishedSchema[]): string {
  const rows = newest
    .map(({ version, schema }) => `  ${schema.name}: '${schema.event_type}.v${version}',\n`)
    .join('');
  return `/** The CloudEvents \`type\` of each event as this code writes it. */
export const CLOUD_EVENT_TYPES: Readonly<Record<EventType, string>> = {\n${rows}};\n`;
}

/** A list as the formatter would write it: on one line if it fits. */
function listText(items: readonly string[]): string {
  const line = items.map(quote).join(', ');
  return line.length < LIST_WIDTH
    ? line
    : items
        .map(item => `\n  ${quote(item)},`)
        .join('')
        .concat('\n');
}

function topicsText(schemas: readonly EventSchema[]): string {
  const topics = [...new Set(schemas.flatMap(topicsOf))].sort();
  return `/** What a broker's topics are called before the lane's name, so that a cluster may be shared. */
export const TOPIC_PREFIX = '${TOPIC_PREFIX}';

/** The lanes that events travel in; a broker's topic is the prefix and one of these. */
export const TOPICS = [${listText(topics)}] as const;

export type Topic = (typeof TOPICS)[number];\n`;
}

function splitTopicsText(schema: EventSchema): string {
  if (typeof schema.topic === 'string') return '';
  const rows = Object.entries(schema.topic.values).map(([value, topic]) => `  ${value}: '${topic}',\n`);
  return `const ${constantName(schema.name)} = {\n${rows.join('')}} as const;\n\n`;
}

function topicExpression({ name, topic }: EventSchema): string {
  return typeof topic === 'string' ? quote(topic) : `${constantName(name)}[event.${topic.field}]`;
}

/** A switch over the event's type, one branch for each distinct answer. */
function switchText(schemas: readonly EventSchema[], answerOf: (schema: EventSchema) => string): string {
  const namesByAnswer = Map.groupBy(schemas, answerOf);
  const branches = [...namesByAnswer].map(([answer, group]) => {
    const cases = group.map(({ name }) => `    case '${name}':\n`).join('');
    return `${cases}      return ${answer};\n`;
  });
  return `  switch (event.type) {\n${branches.join('')}  }\n`;
}

/** @returns the whole text of schemas/events.ts. */
export function generateTypes(published: readonly PublishedSchema[]): string {
  const newest = newestOf(published);
  const schemas = newest.map(({ schema }) => schema);
  const topicSwitch = switchText(schemas, topicExpression);
  const keySwitch = switchText(schemas, schema => `event.${schema.partition_key}`);
  return [
    HEADER,
    ...distinctEnums(schemas).map(enumText),
    ...schemas.map(recordText),
    unionText(schemas),
    cloudTypesText(newest),
    topicsText(schemas),
    `${schemas.map(splitTopicsText).join('')}export function topicOf(event: Event): Topic {\n${topicSwitch}}\n`,
    `/** Events with the same key keep their order. */\nexport function partitionKeyOf(event: Event): string {\n${keySwitch}}\n`,
  ].join('\n');
}
