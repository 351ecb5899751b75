/** Properties that clients generated from /openapi.json rely on. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApi } from './openapi.ts';

/** Every object in `value`, with the path to it. */
function objectsIn(value: unknown): [string, Record<string, unknown>][] {
  const found: [string, Record<string, unknown>][] = [];
  const open: [string, unknown][] = [['', value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, node] = next;
    if (typeof node !== 'object' || node === null) continue;
    found.push([path, node as Record<string, unknown>]);
    open.push(...Object.entries(node).map(([name, child]): [string, unknown] => [`${path}/${name}`, child]));
  }
  return found;
}

describe('the OpenAPI document', () => {
  it('has no schema that is true or false, which generators of clients refuse', () => {
    for (const [path, node] of objectsIn(openApi()).filter(([path]) => path.endsWith('/properties')))
      for (const [name, schema] of Object.entries(node))
        assert.equal(typeof schema, 'object', `${path}/${name}`);
  });

  it('says the type of every choice, which otherwise becomes one of anything', () => {
    for (const [path, node] of objectsIn(openApi()).filter(([path]) => !path.includes('/if/')))
      if ('enum' in node || ('const' in node && node.const !== null)) assert.equal(node.type, 'string', path);
  });

  it('has no type null alone and no allOf, for which OpenAPI Generator makes clients that do not compile or read no null', () => {
    for (const [path, node] of objectsIn(openApi())) {
      assert.equal('allOf' in node, false, path);
      if (!/\/oneOf\/\d+$/.test(path)) assert.notEqual(node.type, 'null', path);
    }
  });

  it('requires no object that may be null, which clients made for Java with okhttp-gson refuse', () => {
    for (const [path, { properties, required }] of objectsIn(openApi())) {
      const isNullable = ([, schema]: [string, { oneOf?: unknown }]) => schema.oneOf !== undefined;
      const names = Object.entries((properties ?? {}) as Record<string, object>).filter(isNullable);
      for (const [name] of names)
        assert.equal((required as string[]).includes(name), false, `${path}/${name}`);
    }
  });

  it('leaves the file of an upload optional, so that a generated client can be called with a url', () => {
    const forms = objectsIn(openApi()).filter(([path]) => path.endsWith('/multipart/form-data/schema'));
    assert.equal(forms.length, 2);
    for (const [path, { required }] of forms) assert.equal(required, undefined, path);
  });

  it('gives a stream of events no schema: tools hold it against each event, and clients against all of them', () => {
    const streams = objectsIn(openApi()).filter(([path]) => path.endsWith('/text/event-stream'));
    assert.deepEqual(
      streams.map(([, content]) => content),
      [{}],
    );
  });

  it('says what a webhook and a place for a result receive, with the headers that a delivery carries', () => {
    const names = objectsIn(openApi())
      .filter(([path, node]) => path.includes('/callbacks/') && node.in === 'header')
      .map(([, { name }]) => String(name).toLowerCase());
    assert.deepEqual([...new Set(names)].sort(), [
      'x-service-attempt',
      'x-service-delivery',
      'x-service-job-id',
      'x-service-signature',
    ]);
  });

  it('names each operation once, those that receive a result included', () => {
    const document = openApi({ compat: ['tika', 'openwebui', 'docling'], mcp: true });
    const names = objectsIn(document).flatMap(([, node]) => node.operationId ?? []);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });

  it('asks no API key of whoever receives a result: a delivery carries none', () => {
    const received = objectsIn(openApi()).filter(
      ([path, node]) => path.includes('/callbacks/') && 'operationId' in node,
    );
    assert.equal(received.length, 3);
    for (const [path, node] of received) assert.deepEqual(node.security, [], path);
  });

  it('names where it is served, relative to itself', () => {
    assert.deepEqual(openApi().servers, [{ url: '/' }]);
  });
});

describe('the schema of an element', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'textrail', ...openApi() });
  const validate = ajv.compile({ $ref: 'textrail#/components/schemas/Element' });
  const common = { text: '', page: null, offset: 0, bbox: null };
  const own: Record<string, object> = {
    heading: { level: 1 },
    paragraph: {},
    list: { ordered: false, items: [] },
    list_item: {},
    table: { markdown: '', html: '', cells: [], rows: 0, cols: 0 },
    image: { alt: '', caption: null },
    code: {},
  };

  it('wants the fields of its type, and knows no other', () => {
    for (const [type, fields] of Object.entries(own)) {
      const element = { type, ...common, ...fields };
      assert.equal(validate(element), true, type);
      assert.equal(validate({ ...element, language: 'en' }), false, `${type} with an unknown field`);
      for (const name of Object.keys(fields))
        assert.equal(validate({ ...element, [name]: undefined }), false, `${type} without ${name}`);
    }
  });

  it('refuses the fields of another type, but for the lists below an item', () => {
    for (const [type, fields] of Object.entries(own))
      for (const [name, value] of Object.values(own).flatMap(each => Object.entries(each))) {
        const belongs = name in fields || (type === 'list_item' && name === 'items');
        assert.equal(validate({ type, ...common, ...fields, [name]: value }), belongs, `${name} on ${type}`);
      }
  });
});
