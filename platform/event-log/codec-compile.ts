/** Compiles a schema with avsc in such a way that a damaged record causes an error and nothing worse. */

import avro, { type Schema, type Type } from 'avsc';

/** The reader that avsc passes to a type; missing in its declarations. */
interface Tap {
  buf: Buffer;
  pos: number;
  readLong(): number;
  skipLong(): void;
}

interface Readable {
  _read(tap: Tap): unknown;
}

/**
 * avsc trusts an array's count: one flipped bit makes it fill the memory with items read beyond the buffer's end. Every
 * item in our schemas takes at least one byte, so a count above the number of remaining bytes means damage.
 */
class BoundedArrayType extends avro.types.ArrayType {
  _read(tap: Tap): unknown[] {
    const itemsType = this.itemsType as unknown as Readable;
    const items: unknown[] = [];
    for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
      if (count < 0) tap.skipLong();
      if (Math.abs(count) > tap.buf.length - tap.pos) throw new RangeError('array longer than its record');
      for (let left = Math.abs(count); left > 0; left -= 1) items.push(itemsType._read(tap));
    }
    return items;
  }

  _skip(tap: Tap): void {
    this._read(tap);
  }
}

function boundedArrays(schema: Schema, options: object): Type | undefined {
  const isArray = typeof schema === 'object' && 'type' in schema && schema.type === 'array';
  return isArray ? new BoundedArrayType(schema, options) : undefined;
}

/**
 * Compiles a schema given as JSON text.
 * @throws Error if it is not a valid Avro schema
 */
export function compileSchema(schemaText: string): Type {
  return avro.Type.forSchema(JSON.parse(schemaText) as Schema, {
    typeHook: boundedArrays,
    omitRecordMethods: true,
    wrapUnions: 'never',
  });
}
