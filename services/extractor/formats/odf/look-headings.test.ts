import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

const style = (name: string, properties: string, more = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph" ${more}><style:text-properties ${properties}/></style:style>`;
const styles = `<office:styles>${[
  '<style:default-style style:family="paragraph"><style:text-properties fo:font-size="11pt"/></style:default-style>',
  style('Standard', ''),
  style('Large', 'fo:font-size="150%"', 'style:parent-style-name="Standard"'),
  style('Strong', 'fo:font-weight="bold"', 'style:parent-style-name="Standard"'),
].join('')}</office:styles>`;
const automatic = [
  style('P1', 'fo:font-weight="normal"', 'style:parent-style-name="Strong"'),
  '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="700"/></style:style>',
  '<style:style style:name="T2" style:family="text"><style:text-properties fo:font-size="1cm"/></style:style>',
].join('');

const styled = (name: string, text: string): string => `<text:p text:style-name="${name}">${text}</text:p>`;
const span = (name: string, text: string): string =>
  `<text:span text:style-name="${name}">${text}</text:span>`;
const prose = (): string => p('The members met at noon and spoke about the harvest of the year. '.repeat(4));

async function headingsOf(body: string): Promise<string[]> {
  const lines = await outline(body, { styles, automatic });
  return lines.filter(line => /^h\d/.test(line));
}

test('where no heading style is used, lines in bold or large letters above text are headings', async () => {
  const body = [
    styled('Large', 'Annual report'),
    styled('Strong', 'Harvest'),
    `<text:p>${span('T1', 'Out')}${span('T1', span('T3', 'look'))}</text:p>`,
    styled('P1', 'Plain again'),
    `<text:p>${span('T2', 'Size of a poster')}</text:p>`,
    `<text:p>${span('T1', 'Note')} well</text:p>`,
  ];
  assert.deepEqual(await headingsOf(body.map(line => line + prose()).join('')), [
    'h2 Annual report',
    'h3 Harvest',
    'h3 Outlook',
    'h1 Size of a poster',
  ]);
});

test('a heading of a style says that bold lines are none', async () => {
  const body = `<text:h text:outline-level="1">Report</text:h>${['Harvest', 'Outlook'].map(text => styled('Strong', text) + prose()).join('')}`;
  assert.deepEqual(await headingsOf(body), ['h1 Report']);
});

test('numbered lines in bold are headings with their numbers, items of bullets are none', async () => {
  const level = (kind: string) =>
    `<text:list-level-style-${kind} text:level="1" style:num-format="1" style:num-suffix="."/>`;
  const lists = `<text:list-style style:name="N">${level('number')}</text:list-style><text:list-style style:name="B">${level('bullet')}</text:list-style>`;
  const item = (list: string, text: string) =>
    `<text:list text:style-name="${list}" text:continue-numbering="true"><text:list-item>${styled('Strong', text)}</text:list-item></text:list>`;
  const body = [item('N', 'Aims'), item('N', 'Means'), item('B', 'Rain'), item('B', 'Sun')]
    .map(line => line + prose())
    .join('');
  const lines = await outline(body, { styles, automatic: automatic + lists });
  assert.deepEqual(
    lines.filter(line => /^h\d/.test(line)),
    ['h1 1. Aims', 'h1 2. Means'],
  );
});
