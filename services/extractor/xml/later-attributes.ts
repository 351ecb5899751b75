import type { AttributeNames } from './namespaces.ts';

/** By fixed name, see `Namespaces`. */
export type Attributes = Readonly<Record<string, string>>;

interface AttributeReader {
  attributesBetween(start: number, end: number, names: AttributeNames): Attributes;
  attributeSpelled(raw: string, start: number, end: number): string | undefined;
}

/** Remembers where an element's attributes are, and what their names mean there, so that they can be read later. */
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

  /** One attribute. A name without a prefix is searched for directly, because it is spelled the same everywhere. */
  valueOf(name: string): string | undefined {
    return name.includes(':') ? this.read()[name] : this.reader.attributeSpelled(name, this.start, this.end);
  }

  read(): Attributes {
    return this.reader.attributesBetween(this.start, this.end, this.names);
  }
}
