import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { Allowance } from '../allowance.ts';
import { CEILINGS, type Ceilings, ExtractionError } from '../format.ts';
import { CLOSE, END, MalformedXml, OPEN, TEXT, XmlReader } from './reader.ts';
import { readTree } from './tree.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT_W = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

const open = (source: string | Buffer, ceilings: Partial<Ceilings> = {}) =>
  new XmlReader(source, new Allowance({ ...CEILINGS, ...ceilings }));

function tokens(source: string | Buffer, ceilings?: Partial<Ceilings>): string[] {
  const reader = open(source, ceilings);
  const seen: string[] = [];
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token === OPEN) seen.push(`<${reader.name}>`);
    else if (token === CLOSE) seen.push(`</${reader.name}>`);
    else seen.push(reader.value);
  }
  return seen;
}

/** Reads up to the first element with that name. */
function at(reader: XmlReader, name: string): XmlReader {
  while (reader.next() !== OPEN || reader.name !== name);
  return reader;
}

test('lines end with a line feed, however the file ends them', () => {
  assert.deepEqual(tokens('<a>one\r\ntwo\rthree<![CDATA[\r\nfour]]></a>'), [
    '<a>',
    'one\ntwo\nthree',
    '\nfour',
    '</a>',
  ]);
});

test('elements, empty elements and text come in their order', () => {
  assert.deepEqual(tokens('<?xml version="1.0"?><a>x<b/>y<!-- no --><c>z</c></a>'), [
    '<a>',
    'x',
    '<b>',
    '</b>',
    'y',
    '<c>',
    'z',
    '</c>',
    '</a>',
  ]);
});

test('a name is the same whatever prefix the part gives its namespace', () => {
  for (const source of [`<w:p xmlns:w="${W}"/>`, `<x:p xmlns:x="${STRICT_W}"/>`, `<p xmlns='${W}'/>`]) {
    assert.equal(tokens(source)[0], '<w:p>');
  }
});

test('a known prefix bound to a strange namespace is strange', () => {
  assert.equal(tokens('<w:p xmlns:w="urn:other"/>')[0], '<?:p>');
});

test('a binding ends with the element that made it', () => {
  const source = `<a xmlns="urn:a"><p xmlns="${W}"><p/></p><p/></a>`;
  assert.deepEqual(
    tokens(source).filter(one => !one.startsWith('</')),
    ['<?:a>', '<w:p>', '<w:p>', '<?:p>'],
  );
});

test('parts that begin alike share what their roots declare, and nothing else', () => {
  const part = (inside: string) => `<x:r xmlns:x="${W}" xmlns:y="urn:other">${inside}</x:r><x:r/>`;
  const inside = `<x:a/><y:b/><x:c xmlns:x="urn:third"><x:d/></x:c><x:e/><x:f xmlns:z="${W}"><z:g x:val="1"/></x:f>`;
  const names = ['w:r', 'w:a', '?:b', '?:c', '?:d', 'w:e', 'w:f', 'w:g', 'x:r'];
  for (const round of [1, 2, 3]) {
    const opened = tokens(part(inside)).filter(token => /^<[^/]/.test(token));
    assert.deepEqual(
      opened,
      names.map(name => `<${name}>`),
      String(round),
    );
    assert.equal(at(open(part('<y:b w:val="0" x:val="1"/>')), '?:b').attribute('w:val'), '1');
    assert.deepEqual(at(open(part('<x:a x:val="2" y:val="3"/>')), 'w:a').allAttributes(), {
      'w:val': '2',
      '?:val': '3',
    });
  }
});

test('an attribute is found under every prefix that its namespace has', () => {
  const part = (inside: string) =>
    `<w:r xmlns:ns0="${W}" xmlns:w="${W}" xmlns:x="${STRICT_W}" xmlns:y="urn:a" xmlns:z="urn:b">${inside}</w:r>`;
  for (const attribute of ['w:val="1"', 'ns0:val="1"', 'y:val="0" x:val="1"'])
    assert.equal(at(open(part(`<ns0:p ${attribute}/>`)), 'w:p').attribute('w:val'), '1');
  assert.equal(at(open(part('<w:p y:val="0" val="2"/>')), 'w:p').attribute('w:val'), undefined);
  const inner = `<w:a w:val="1" v:val="2"/><w:b xmlns:v="${W}" v:val="3"/><w:c v:val="4"/>`;
  const reader = open(`<w:r xmlns:w="${W}">${inner}</w:r>`);
  assert.equal(at(reader, 'w:a').attribute('w:val'), '1');
  assert.equal(at(reader, 'w:b').attribute('w:val'), '3');
  assert.equal(at(reader, 'w:c').attribute('w:val'), undefined);
});

test('an attribute is found by its fixed name, its references resolved', () => {
  const reader = at(open(`<q:p xmlns:q="${W}" q:val="a &lt; &#x42; '" id = 'x>y' q:value="other"/>`), 'w:p');
  assert.equal(reader.attribute('w:val'), "a < B '");
  assert.equal(reader.attribute('id'), 'x>y');
  assert.equal(reader.attribute('val'), undefined);
});

test('unknown references stay as they are, sections are taken literally', () => {
  const reader = at(open('<a>&amp;&unknown;&#0;<![CDATA[<&amp;>]]></a>'), 'a');
  assert.equal(reader.content(), '&&unknown;&#0;<&amp;>');
});

test('content is all text inside an element and ends behind it', () => {
  const reader = at(open('<a><b>one<c>two</c>three</b>rest</a>'), 'b');
  assert.equal(reader.content(), 'onetwothree');
  assert.equal(reader.next(), TEXT);
  assert.equal(reader.value, 'rest');
});

test('skipping passes over an element, empty or not', () => {
  const reader = at(open('<a><b/><c><b>x</b></c>y</a>'), 'b');
  reader.skip();
  at(reader, 'c').skip();
  assert.equal(reader.next(), TEXT);
});

test('what is skipped ends at its own close, whatever stands inside', () => {
  for (const inside of [
    '',
    'text',
    '<w:tabs/>',
    '<w:tabs><w:tab/></w:tabs>',
    '<w:tabsX></w:tabsX>',
    '<!-- </w:tabs> -->',
    '<![CDATA[</w:tabs>]]>',
    '<?x </w:tabs>?>',
    ' w:tabs ',
    '<x w:tabs="1"/>',
  ]) {
    const rest = '<w:p/></w:r>';
    for (const close of ['</w:tabs>', '</w:tabs >']) {
      const reader = at(open(`<w:r><w:tabs>${inside}${close}${rest}`), 'w:tabs');
      reader.skip();
      assert.deepEqual([reader.name, reader.depth], ['w:tabs', 1]);
      assert.deepEqual([reader.next(), reader.name], [OPEN, 'w:p'], inside);
    }
  }
});

test(
  'elements that are skipped at once cost no more than they are long',
  inCpuTime(5_000, () => {
    assert.throws(() => {
      const reader = open(`<w:r>${'<w:tabs>'.repeat(9_000)}`);
      while (reader.next() !== END) if (reader.name === 'w:tabs') reader.skip();
    }, MalformedXml);
    const reader = open(`<w:r>${'<w:tabs>w:tabs</w:tabs >'.repeat(200_000)}</w:r>`);
    while (reader.next() !== END) if (reader.name === 'w:tabs' && reader.depth === 2) reader.skip();
  }),
);

test('a style of a tree is read when it is asked for, with the prefixes of its place', () => {
  const style = '<x:style x:id="1"><x:a>t</x:a><x:b xmlns:x="urn:other"><x:c/></x:b><x:d/></x:style>';
  const { root, damaged } = readTree(
    `<x:r xmlns:x="${W}">${style}<x:e xmlns:x="urn:other">${style}</x:e>${style}</x:r>`,
    new Allowance(CEILINGS),
  );
  const names = (root?.children ?? []).map(({ name, children }) => [name, ...children.map(one => one.name)]);
  const whole = ['w:style', 'w:a', '?:b', 'w:d'];
  assert.deepEqual(names, [whole, ['?:e', '?:style'], whole]);
  assert.deepEqual(root?.children[2]?.attributes, { 'w:id': '1' });
  assert.equal(root?.children[2]?.children[0]?.text, 't');
  assert.equal(damaged, false);
});

test('damage of a style is told when it is read, and costs no other one', () => {
  let told = 0;
  const { root } = readTree(
    `<w:r xmlns:w="${W}"><w:style><w:a/><w:b></w:c></w:style><w:style><w:a/></w:style></w:r>`,
    new Allowance(CEILINGS),
    () => told++,
  );
  assert.equal(told, 0);
  assert.deepEqual(
    root?.children.map(({ children }) => children.map(one => one.name)),
    [['w:a', 'w:b'], ['w:a']],
  );
  assert.equal(told, 1);
});

test('elements of a tree that are read later count against the ceilings, too', () => {
  const style = `<w:style>${'<w:a/>'.repeat(3_000)}</w:style>`;
  const { root } = readTree(
    `<w:r>${style.repeat(4)}</w:r>`,
    new Allowance({ ...CEILINGS, elements: 10_000 }),
  );
  assert.throws(() => root?.children.map(({ children }) => children.length), ExtractionError);
});

test('parts in UTF-16 and with a byte order mark are decoded', () => {
  const source = '<a>é€</a>';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(source, 'utf16le')]);
  assert.deepEqual(tokens(utf16), ['<a>', 'é€', '</a>']);
  assert.deepEqual(tokens(Buffer.from(source, 'utf16le').swap16()), ['<a>', 'é€', '</a>']);
  assert.deepEqual(tokens(Buffer.from(`\ufeff${source}`)), ['<a>', 'é€', '</a>']);
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1');
  assert.deepEqual(tokens(latin), ['<a>', 'é', '</a>']);
});

test('a document type with rules of its own is refused, and is a bomb where it declares entities; one elsewhere is passed over', () => {
  const refused = (bomb: boolean) => (error: unknown) =>
    error instanceof ExtractionError && error.bomb === bomb;
  assert.throws(() => tokens('<!DOCTYPE a SYSTEM "x.dtd" [<!ELEMENT a ANY>]><a/>'), refused(false));
  assert.throws(() => tokens('<!DOCTYPE a [<!ENTITY b "cc">]><a>&b;</a>'), refused(true));
  for (const type of ['a', 'a SYSTEM "x>.dtd"', `m:a PUBLIC "-//X//DTD > 1.0//EN"\n 'x.dtd' `])
    assert.deepEqual(
      tokens(`<?xml version="1.0"?><!DOCTYPE ${type}><a>text</a>`),
      ['<a>', 'text', '</a>'],
      type,
    );
});

test('elements and depth end at their ceilings', () => {
  const isBomb = (error: unknown) => error instanceof ExtractionError && error.bomb;
  assert.throws(() => tokens(`<a>${'<b/>'.repeat(10)}</a>`, { elements: 10 }), isBomb);
  assert.throws(() => tokens('<a>'.repeat(11), { depth: 10 }), isBomb);
});

test('what is not well-formed says so after what was', () => {
  for (const source of [
    '<a><b></a>',
    '<a>text',
    '<a b="c>',
    '<a',
    '<a></b>',
    '<a><!-- ',
    '<a><![CDATA[x',
    '<a>< ></a>',
  ]) {
    assert.throws(() => tokens(source), MalformedXml, source);
  }
});

test(
  'a million attributes and a tag without any cost no more than they are long',
  inCpuTime(5_000, () => {
    const many = Array.from({ length: 200_000 }, (_, index) => `a${index}="${index}"`).join(' ');
    assert.equal(at(open(`<a ${many}/>`), 'a').attribute('a199999'), '199999');
    assert.equal(tokens(`<a>${'<b/>'.repeat(200_000)}</a>`).length, 400_002);
    const reader = open(`<a>${'<b/>'.repeat(200_000)}</a>`);
    for (let token = reader.next(); token !== END; token = reader.next()) {
      if (token === OPEN) assert.equal(reader.attribute('x'), undefined);
    }
  }),
);

test('whole elements that were read elsewhere are passed, and count as what they are', () => {
  const source = `<a>${'<b>1</b>'.repeat(3_000)}<c/></a>`;
  const passing = (elements: number) => {
    const reader = at(open(source, { elements }), 'a');
    for (let end = source.indexOf('</b>', reader.contentAt); end >= 0; end = source.indexOf('</b>', end + 1))
      reader.pass(end + 4, 1);
    const token = reader.next();
    const found = { token, name: reader.rawName, contentAt: reader.contentAt };
    while (reader.next() !== END);
    return found;
  };
  assert.deepEqual(passing(4_000), { token: OPEN, name: 'c', contentAt: -1 });
  assert.throws(() => passing(2_000), ExtractionError);
});

test('attributes of a tree mean what their prefixes mean where they stand, however often these change', () => {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const group = '<b x:val="1"/><c xmlns:x="urn:other" x:val="2"><e x:val="3"/></c><d x:val="4"/>';
  const { root } = readTree(`<a xmlns:x="${word}">${group.repeat(20_000)}</a>`, new Allowance(CEILINGS));
  const expected = [{ 'w:val': '1' }, { 'xmlns:x': 'urn:other', '?:val': '2' }, { 'w:val': '4' }];
  assert.equal(root?.children.length, 60_000);
  for (const [at, { attributes, children }] of (root?.children ?? []).entries()) {
    assert.deepEqual(attributes, expected[at % 3]);
    if (children[0] !== undefined) assert.deepEqual(children[0].attributes, { '?:val': '3' });
  }
});
