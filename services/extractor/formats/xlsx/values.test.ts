import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridsOf } from './xlsx.test-support.ts';

/** The text of one cell. */
async function shown(cell: string, source: Parameters<typeof gridsOf>[1] = {}): Promise<string | undefined> {
  return (await gridsOf([{ rows: `<row r="1">${cell}</row>` }], source))[0]?.[0]?.[0];
}

/** The text of a number in a format. */
const formatted = (value: number | string, code: string, properties = '') =>
  shown(`<c r="A1" s="0"><v>${value}</v></c>`, { formats: [code], properties });

test('shared, rich, inline and formula strings are text; phonetic guides are not', async () => {
  const strings = ['plain', '<r><t>ri</t></r><r><rPr/><t>ch</t></r><rPh><t>no</t></rPh>'];
  assert.equal(await shown('<c r="A1" t="s"><v>0</v></c>', { strings }), 'plain');
  assert.equal(await shown('<c r="A1" t="s"><v>1</v></c>', { strings }), 'rich');
  assert.equal(await shown('<c r="A1" t="inlineStr"><is><t>in</t></is></c>'), 'in');
  assert.equal(await shown('<c r="A1" t="str"><f>A2&amp;"x"</f><v>result</v></c>'), 'result');
  assert.equal(await shown('<c r="A1" t="str"><v>a_x000D__x0041_</v></c>'), 'aA');
});

test('shared strings say the same, however they are written and parted', async () => {
  const written = [
    '<t>a &amp; b</t>',
    '<t xml:space="preserve"> b </t>',
    '<t >c</t>',
    '<t/>',
    '<r><t>e</t></r>',
    '<t>f</t> ',
    '<t>_x0041_</t>',
  ];
  const texts = ['a & b', 'b', 'c', undefined, 'e', 'f', 'A'];
  for (let first = 0; first < written.length; first++) {
    const order = written.map((_, at) => (at + first) % written.length);
    const strings = order.map(at => written[at] ?? '');
    for (const [at, which] of order.entries())
      assert.equal(await shown(`<c r="A1" t="s"><v>${at}</v></c>`, { strings }), texts[which]);
  }
});

test('truth values, errors and ISO dates are shown as such', async () => {
  assert.equal(await shown('<c r="A1" t="b"><v>1</v></c>'), 'TRUE');
  assert.equal(await shown('<c r="A1" t="b"><v>0</v></c>'), 'FALSE');
  assert.equal(await shown('<c r="A1" t="e"><v>#DIV/0!</v></c>'), '#DIV/0!');
  assert.equal(await shown('<c r="A1" t="d"><v>2024-02-29</v></c>'), '2024-02-29');
});

test('a formula whose result was not kept is shown itself', async () => {
  assert.equal(await shown('<c r="A1"><f>SUM(B1:B2)</f></c>'), '=SUM(B1:B2)');
  assert.equal(await shown('<c r="A1"><f>SUM(B1:B2)</f><v/></c>'), '=SUM(B1:B2)');
  assert.equal(await shown('<c r="A1" t="str"><f>IF(B1,"x","")</f><v></v></c>'), undefined);
  assert.equal(await shown('<c r="A1"><f>B1</f><v>0</v></c>'), '0');
  // In the file, functions newer than the format have prefixes that are not shown.
  assert.equal(
    await shown('<c r="A1"><f>_xlfn._xlws.SORT(_xlfn.UNIQUE(B1:B2))</f></c>'),
    '=SORT(UNIQUE(B1:B2))',
  );
});

test('cells that share a formula which was never calculated show it as it is in their place (EPPlus)', async () => {
  const first = (reference: string, si: number, formula: string) =>
    `<c r="${reference}"><f t="shared" ref="A1:C9" si="${si}">${formula}</f></c>`;
  const next = (reference: string, si: number, value = '') =>
    `<c r="${reference}"><f t="shared" si="${si}"/>${value}</c>`;
  const formula = 'A1*$B$1+SUM(C:C,2:2)&amp;"A1"&amp;\'My A1\'!A1&amp;LOG10(A$1)&amp;ZZZ1&amp;Q1!$A1';
  const rows =
    `<row r="2">${first('D2', 0, formula)}${next('E2', 0)}</row>` +
    `<row r="3">${next('D3', 0)}${next('E3', 0, '<v>7</v>')}${first('F3', 1, 'A1-F2')}</row>` +
    `<row r="4">${next('D4', 9, '<v>0</v>')}${next('E4', 9)}${next('F4', 1, '<v></v>')}</row>` +
    `<row r="5"><c r="D5"><v>1</v></c>${next('E5', 1)}</row>`;
  const [grid] = await gridsOf([{ rows }], { properties: '<calcPr fullCalcOnLoad="1"/>' });
  assert.deepEqual(grid, [
    [
      '=A1*$B$1+SUM(C:C,2:2)&"A1"&\'My A1\'!A1&LOG10(A$1)&ZZZ1&Q1!$A1',
      '=B1*$B$1+SUM(D:D,2:2)&"A1"&\'My A1\'!B1&LOG10(B$1)&ZZZ1&Q1!$A1',
      '',
    ],
    ['=A2*$B$1+SUM(C:C,3:3)&"A1"&\'My A1\'!A2&LOG10(A$1)&ZZZ1&Q1!$A2', '7', '=A1-F2'],
    ['0', '', '=A2-F3'],
    ['1', '=#REF!-E4', ''],
  ]);
});

test('zeros of a program that leaves calculating to the reader are no results', async () => {
  const properties = '<calcPr fullCalcOnLoad="1"/>';
  assert.equal(await shown('<c r="A1"><f>SUM(B1:B2)</f><v>0</v></c>', { properties }), '=SUM(B1:B2)');
  assert.equal(await shown('<c r="A1"><f>SUM(B1:B2)</f><v>3</v></c>', { properties }), '3');
  assert.equal(await shown('<c r="A1"><v>0</v></c>', { properties }), '0');
});

test('ISO dates are written like those that are numbers', async () => {
  assert.equal(await shown('<c r="A1" t="d"><v>2024-02-29T00:00:00</v></c>'), '2024-02-29');
  assert.equal(await shown('<c r="A1" t="d"><v>2024-02-29T13:05:00.000</v></c>'), '2024-02-29 13:05:00');
});

test('numbers are given in full, without the noise of binary fractions', async () => {
  assert.equal(await shown('<c r="A1"><v>0.30000000000000004</v></c>'), '0.3');
  assert.equal(await shown('<c r="A1"><v>741.2000000000007</v></c>'), '741.2');
  assert.equal(await shown('<c r="A1"><v>0.08715574274765817</v></c>'), '0.0871557427476582');
  assert.equal(await shown('<c r="A1"><v>1.50</v></c>'), '1.5');
  assert.equal(await shown('<c r="A1"><v>1E3</v></c>'), '1000');
  assert.equal(await shown('<c r="A1"><v>12345678901</v></c>'), '12345678901');
  assert.equal(await formatted(1234.567, '#,##0.0'), '1234.567');
  assert.equal(await formatted(1234.5, '[$€-407] #,##0.00'), '1234.5');
});

test('percentages, codes and durations are shown as what they are', async () => {
  assert.equal(await formatted(0.0617, '0%'), '6.17%');
  assert.equal(await formatted(7, '00000'), '00007');
  assert.equal(await formatted(1.5, '[h]:mm:ss'), '36:00:00');
});

test('a negative duration is as long as its opposite', async () => {
  assert.equal(await formatted(-3.25, '[h]:mm'), '-78:00');
  assert.equal(await formatted(-3.25, '[h]:mm:ss;@'), '-78:00:00');
  assert.equal(await formatted(-3.25, '[h]:mm;[Red]-[h]:mm'), '-78:00');
  assert.equal(await formatted(3.25, '[h]:mm;[Red]-[h]:mm'), '78:00');
  assert.equal(await formatted(-0.03125, '[m]" min; "'), '-45 min;');
});

test('dates and times are ISO 8601, parts of dates as the author formatted them', async () => {
  assert.equal(await formatted(45292, 'dd/mm/yyyy'), '2024-01-01');
  assert.equal(await formatted(45292.75, 'm/d/yy h:mm'), '2024-01-01 18:00');
  assert.equal(await formatted(0.5, 'h:mm:ss AM/PM'), '12:00:00');
  assert.equal(await formatted(45292, 'mmm yyyy'), 'Jan 2024');
  assert.equal(await formatted(45292, '[$-F800]dddd, mmmm dd, yyyy'), '2024-01-01');
  assert.equal(await formatted(45292.9999999, 'yyyy-mm-dd hh:mm:ss'), '2024-01-02 00:00:00');
});

test('dates, but not durations, count from 1904 where the workbook says so, and pass the day that never was', async () => {
  assert.equal(await formatted(0, 'yyyy-mm-dd', '<workbookPr date1904="1"/>'), '1904-01-01');
  assert.equal(await formatted(1.5, '[h]:mm', '<workbookPr date1904="1"/>'), '36:00');
  assert.deepEqual(
    [await formatted(59, 'd/m/y'), await formatted(60, 'd/m/y'), await formatted(61, 'd/m/y')],
    ['1900-02-28', '1900-02-29', '1900-03-01'],
  );
});

test('what a format hides or cannot show is shown as the number', async () => {
  assert.equal(await formatted(5, ';;;'), '5');
  assert.equal(await formatted(-5, 'yyyy-mm-dd'), '-5');
  assert.equal(await formatted('not a number', '0'), 'not a number');
});

test('indices of strings and styles that do not exist are nothing', async () => {
  assert.equal(await shown('<c r="A1" t="s"><v>99</v></c>'), undefined);
  assert.equal(await shown('<c r="A1" s="4000000000"><v>3</v></c>'), '3');
});

test('raised figures at a number are told from its own', async () => {
  const up = '<r><rPr><b/><vertAlign val="superscript"/></rPr><t>1</t></r>';
  const strings = [`<r><t>1,234</t></r>${up}<r><rPr/><t>5</t></r>`];
  assert.equal(await shown('<c r="A1" t="s"><v>0</v></c>', { strings }), '1,234¹5');
});
