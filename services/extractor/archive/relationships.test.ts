import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from '../allowance.ts';
import { CEILINGS } from '../format.ts';
import type { Attributes } from '../xml/later-attributes.ts';
import { END, MalformedXml, OPEN, XmlReader } from '../xml/reader.ts';
import { plainRelationships, resolvePart } from './relationships.ts';

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const SHOWN = ['Id', 'Type', 'Target', 'TargetMode'] as const;

/** The usual text before the relationships, and what may take its place. */
const BEGINNINGS = [
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships ${NAMESPACE}>`,
  `<?xml version="1.0"?><Relationships ${NAMESPACE}>`,
  `<Relationships ${NAMESPACE}>`,
  `\n<Relationships ${NAMESPACE} >`,
  `\ufeff<Relationships ${NAMESPACE}>`,
  `<?xml version='1.0'?><Relationships ${NAMESPACE}>`,
  `<r:Relationships ${NAMESPACE.replace('=', ':r=')}>`,
  '<Relationships>',
];
const PIECES = (
  '<Relationship Id="a" Type="x/y" Target="z"/>|<Relationship Target="b.xml" Id="c" Type="t" />|<Relationship |Id="d" |Id="e"|Type="f" |' +
  'TargetMode="External"|Target="a&amp;b" |Target="é" |Target="a>b" |Target="<" |Target=\'f\' |Target = "g" |xmlns="" |Other="h" |/>| />|' +
  '>|</Relationship>|<Relationship/>|<Other/>|<!-- c -->|<?p?>|<![CDATA[x]]>|text| |\n|\t|\r\n|</Relationships>|\0'
).split('|');

test('relationships in plain letters are what the reader of XML finds', () => {
  const random = numbersFrom(11);
  const pick = (list: readonly string[]) => list[Math.floor(random() ** 2 * list.length)] ?? '';
  let plain = 0;
  for (let round = 0; round < 20_000; round++) {
    const middle = Array.from({ length: Math.floor(random() * 8) }, () => pick(PIECES)).join('');
    const text = pick(BEGINNINGS) + middle + (random() < 0.9 ? '</Relationships>' : '');
    const part = Buffer.from(text);
    const found = plainRelationships(part);
    if (found === undefined) continue;
    plain++;
    assert.deepEqual(found.map(shown), byReader(part).map(shown), JSON.stringify(text));
  }
  assert.ok(plain > 1_000, String(plain));
});

test('a target beside its source, behind the root or in the folder above is what the rule of all targets gives', () => {
  const targets = ['a.xml', 'b/c-d.xml', '../a.xml', '../b/c.xml', '/a.xml', '/b/c.xml', '../../a.xml'];
  for (const folder of ['', 'x/', 'x/y/', 'x/y/z/'])
    for (const target of targets)
      assert.equal(resolvePart(folder, target), resolvePart(folder, `${target}#`), `${folder} ${target}`);
  assert.equal(resolvePart('/x/./', '../a.xml'), 'a.xml');
});

const shown = (attributes: { [name in (typeof SHOWN)[number]]?: string | undefined }) =>
  SHOWN.map(name => attributes[name]);

function byReader(part: Buffer): Attributes[] {
  const reader = new XmlReader(part, new Allowance(CEILINGS));
  const found: Attributes[] = [];
  try {
    for (let token = reader.next(); token !== END; token = reader.next())
      if (token === OPEN && reader.depth === 2 && reader.name === 'rel:Relationship')
        found.push(reader.allAttributes());
  } catch (error) {
    assert.ok(error instanceof MalformedXml);
    assert.fail('a part that is not well-formed is not plain');
  }
  return found;
}

/** Pseudorandom numbers from 0 to below 1, the same every time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
