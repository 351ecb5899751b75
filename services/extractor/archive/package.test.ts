import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from '../allowance.ts';
import { CEILINGS } from '../format.ts';
import { Package } from './package.ts';
import { buildZip } from './zip.test-support.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_TYPES = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

const relationship = (type: string, target: string, more = '') =>
  `<Relationship Id="${target}" Type="${type}" Target="${target}" ${more}/>`;
const relationships = (...rows: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;
const open = (parts: Record<string, string>) =>
  new Package({ bytes: buildZip(parts) }, new Allowance(CEILINGS));

test('the main part is found by its relationship, transitional or strict', () => {
  for (const types of [TYPES, STRICT_TYPES]) {
    const office = open({
      '_rels/.rels': relationships(relationship(`${types}/officeDocument`, '/word/document2.xml')),
      'word/document2.xml': '<a/>',
      'word/document.xml': '<b/>',
    });
    assert.equal(office.mainPart('word/document.xml'), 'word/document2.xml');
  }
});

test('without relationships the main part is found under its usual name', () => {
  assert.equal(open({ 'word/document.xml': '<a/>' }).mainPart('word/document.xml'), 'word/document.xml');
  assert.equal(open({ other: '<a/>' }).mainPart('word/document.xml'), undefined);
});

test('targets are relative to the folder of their source and never leave the package', () => {
  const office = open({
    'word/_rels/document.xml.rels': relationships(
      relationship(`${TYPES}/styles`, 'styles.xml'),
      relationship(`${TYPES}/chart`, '../charts/chart%201.xml'),
      relationship(`${TYPES}/image`, '../../../etc/passwd'),
      relationship(`${TYPES}/hyperlink`, 'https://example.com/a', 'TargetMode="External"'),
    ),
  });
  const targets = office.relationships('word/document.xml').map(one => one.target);
  assert.deepEqual(targets, ['word/styles.xml', 'charts/chart 1.xml', 'etc/passwd', 'https://example.com/a']);
  assert.equal(office.target('word/document.xml', 'https://example.com/a'), undefined);
});

test('a part is read as far as it is well-formed, with a warning', () => {
  const office = open({ 'a.xml': '<a><b>x</b><c></a>', 'b.xml': 'nothing' });
  assert.deepEqual(
    office.tree('a.xml')?.children.map(node => node.name),
    ['b', 'c'],
  );
  assert.deepEqual(office.warnings, [{ code: 'malformed-part', page: null }]);
  assert.equal(office.tree('b.xml'), undefined);
  assert.equal(office.tree('c.xml'), undefined);
});

test('a damaged part is missing, with a warning, and the others are read', () => {
  const zip = Buffer.from(buildZip({ 'a.xml': '<a>some text that is packed</a>', 'b.xml': '<b/>' }));
  zip.fill(0xff, 35, 45);
  const office = new Package({ bytes: zip }, new Allowance(CEILINGS));
  assert.equal(office.read('a.xml'), undefined);
  assert.equal(office.tree('b.xml')?.name, 'b');
  assert.deepEqual(office.warnings, [{ code: 'damaged-part', page: null }]);
});

test('of a part with many relationships each is found without looking at all the others', () => {
  const ids = Array.from({ length: 30_000 }, (_, at) => `p${at}.xml`);
  const rows = ids.map(id => relationship(`${TYPES}/chart`, id));
  const office = open({ 'word/_rels/document.xml.rels': relationships(...rows) });
  const before = process.cpuUsage();
  for (const id of ids) assert.equal(office.target('word/document.xml', id), `word/${id}`);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user} µs of CPU time`);
});
