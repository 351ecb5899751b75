import type { AttributeNames } from './namespaces.ts';

/** By fixed name, see `Namespaces`. */
export type Attributes = Readonly<Record<string, string>>;

interface AttributeReader {
  attributesBetween(start: number, end: number, names: AttributeNames): Attributes;
}

/** Where the attributes of an element stand, and what their names mean there. */
export class LaterAttributes {
  private readonly reader: AttributeReader;
  private readonly start: number;
  private readonly end: number;
  private readonly names: AttributeNames;

  constructor(reader: AttributeReader, start: number, end: number, names: AttributeNames) {
    this.reader = reader;
    this.start = start;
    this.end = end;
    this.names = names;
  }

  read(): Attributes {
    return this.reader.attributesBetween(this.start, this.end, this.names);
  }
}
