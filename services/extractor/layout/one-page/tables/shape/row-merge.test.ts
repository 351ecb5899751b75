import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('cells in the middle of their row keep its lines together', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(190, 90, 500);
  sheet.row(100, THREE, ['Code', 'Meaning', 'Action']);
  sheet.text('Open the tap', 400, 120).row(126, THREE, ['E1', 'No water', '']).text('and wait', 400, 132);
  sheet.text('Motor is', 250, 150).row(156, THREE, ['E2', '', 'Call service']).text('blocked', 250, 162);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['E1', 'No water', 'Open the tap and wait'],
    ['E2', 'Motor is blocked', 'Call service'],
  ]);
});

test('a label between two rows of numbers does not make one of them', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(172, 90, 500);
  sheet.row(100, THREE, ['Name', 'Load', 'Max']).row(120, THREE, ['Low', '1 k', '7']);
  sheet.row(140, THREE, ['', '10 k', '24']).text('High', 100, 146).row(152, THREE, ['', '2 k', '12']);
  assert.ok(texts(only(sheet).rows).every(row => !row.includes('24 12')));
});

test('numbers too long for their cells go on in the next line', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(190, 90, 500);
  sheet.row(100, THREE, ['Name', 'Typ', 'Max']);
  sheet.row(120, THREE, ['', '41.4', '']).row(126, THREE, ['High', '', '8.2']).text('5', 250, 132);
  sheet.row(150, THREE, ['', '73.1', '']).row(156, THREE, ['Low', '', '7.4']).text('9', 250, 162);
  assert.equal(only(sheet).rows.length, 3);
});

test('a label and its number in the middle of three lines stand beside all of them', () => {
  const sheet = new Sheet();
  sheet.row(100, [100, 160, 400], ['No.', 'Finding', 'Due'], { bold: true });
  [0, 46, 92].forEach((down, i) => {
    sheet.text('The report covers all of', 160, 120 + down);
    sheet.row(131 + down, [100, 160, 400], [`1.${i}`, 'the last year but one and', '12 May']);
    sheet.text('was late.', 160, 142 + down);
  });
  assert.deepEqual(
    texts(only(sheet).rows).slice(1),
    [0, 1, 2].map(i => [`1.${i}`, 'The report covers all of the last year but one and was late.', '12 May']),
  );
});

test('the second line of a label belongs to its row though all lines stand equally far apart', () => {
  const lefts = [100, 250, 300, 350];
  const sheet = new Sheet().row(100, lefts, ['', '1', '2', '3']);
  sheet.row(112, lefts, ['Welcome at', 'x', '-', '-']).text('reception', 100, 124);
  sheet.row(136, lefts, ['Choice of food', '-', 'x', '-']).row(148, lefts, ['Value', '-', '-', 'x']);
  assert.deepEqual(
    texts(only(sheet).rows).map(([label]) => label),
    ['', 'Welcome at reception', 'Choice of food', 'Value'],
  );
});

test('lines of a cell one and a half em apart are one row where rows stand farther, though the second begins like a row', () => {
  const lefts = [100, 350, 450];
  const sheet = new Sheet()
    .row(100, lefts, ['Artikel', 'Menge', 'Betrag'], { bold: true })
    .across(106, 96, 500);
  sheet.row(122, lefts, ['Schmale Holz', '233', '1.112,94']).text('Bretter', 100, 137);
  sheet.row(159, lefts, ['Kies', '306', '1.109,80']).row(181, lefts, ['Sand', '103', '5.090,14']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['Schmale Holz Bretter', '233', '1.112,94'],
    ['Kies', '306', '1.109,80'],
    ['Sand', '103', '5.090,14'],
  ]);
});

test('a bold label below one that is not is a row of its own, however near it stands', () => {
  const lefts = [100, 250, 350];
  const sheet = new Sheet()
    .row(100, lefts, ['Sodium', '140', '135'])
    .row(116, lefts, ['Potassium', '4.1', '3.5']);
  sheet.text('Iron', 100, 128, { bold: true });
  sheet.row(144, lefts, ['Ferritin', '9', '15']).row(160, lefts, ['Transferrin', '12', '16']);
  assert.deepEqual(
    texts(only(sheet).rows).map(([label]) => label),
    ['Sodium', 'Potassium', 'Iron', 'Ferritin', 'Transferrin'],
  );
});

test('where each line has a label and a value at one distance, each is a row, also where a value begins small', () => {
  const sheet = new Sheet();
  const rows = [
    ['Family name', 'Kuznetsova'],
    ['Given names', 'Olga Petrovna'],
    ['Born', '14.05.1990'],
    ['Citizen of', 'Russian Federation'],
    ['Education', 'higher, MSU, 2012'],
    ['Employment', 'accountant'],
  ];
  rows.forEach((row, i) => {
    sheet.row(100 + 14 * i, [100, 200], row);
  });
  assert.deepEqual(texts(only(sheet).rows), rows);
});

test('a date that its cell parts before the year is one, whatever the rest of its row', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(210, 90, 500);
  sheet.row(100, THREE, ['Date', 'Rink', 'Team']);
  sheet.row(120, THREE, ['Sep 27,', 'Optimist', 'Unit 91']).row(131, THREE, ['2023', '', '']);
  sheet.row(152, THREE, ['', 'Lions', 'Hawks']).row(173, THREE, ['Oct 16,', 'Ice West', 'Indy']);
  sheet.row(184, THREE, ['2023', '', '']).row(205, THREE, ['', 'Lions', 'Hawks']);
  assert.deepEqual(
    texts(only(sheet).rows).map(([date]) => date),
    ['Date', 'Sep 27, 2023', '', 'Oct 16, 2023', ''],
  );
});

test('a grade with a minus over another grade is no word that goes on, where credits and marks stand under each other', () => {
  const lefts = [100, 200, 260, 320];
  const sheet = new Sheet().row(100, lefts, ['Course', 'Credits', 'Mark', 'Grade']);
  sheet
    .row(112, lefts, ['Mathematics A', '18', '69', '2-'])
    .row(124, lefts, ['Mathematics B', '0', '31', 'F']);
  sheet.row(136, lefts, ['Drawing', '8', '90', '1']).row(148, lefts, ['Physics', '18', '72', '2+']);
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row.at(-1)),
    ['Grade', '2-', 'F', '1', '2+'],
  );
});

test('a last row that some of many columns leave empty is a row, though the head stands farther off than rows do', () => {
  const lefts = [26, 58, 170, 202, 310, 342];
  const sheet = new Sheet().row(100, lefts, ['January', '', 'February', '', 'March', '']);
  sheet.row(124, lefts, ['M06', 'Paper', 'M03', 'Paper', 'M02', 'Paper']);
  sheet.row(138, lefts, ['M13', 'Rest', 'M10', 'Rest', 'M09', 'Rest']);
  sheet.row(152, lefts, ['M20', 'Paper', 'M17', 'Paper', 'M16', 'Paper']);
  sheet.row(166, lefts, ['M27', 'Rest', '', '', 'M30', 'Rest']);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['M27', 'Rest', '', '', 'M30', 'Rest']);
});

test('a label of a group and the first line of a wrapped one are no part of the row above, where rows stand as close', () => {
  const lefts = [100, 400, 460];
  const sheet = new Sheet().across(86, 90, 520).across(104, 90, 520).across(210, 90, 520);
  sheet.row(100, lefts, ['In thousands', '2015', '2014']);
  sheet.text('NET POSITION', 100, 118).row(134, lefts, ['Investment in assets', '1,652', '1,508']);
  sheet.text('Restricted:', 100, 144).row(154, lefts, ['Endowments and gifts', '379', '409']);
  sheet.row(164, lefts, ['Other endowments', '2,409', '2,323']).row(174, lefts, ['Gifts', '105', '225']);
  sheet.text('Other funds, with debt service, loans, capital projects', 100, 184);
  sheet.row(194, lefts, ['and appropriations', '115', '325']).row(204, lefts, ['Free', '300', '109']);
  assert.deepEqual(texts(only(sheet).rows).slice(2), [
    ['Investment in assets', '1,652', '1,508'],
    ['Restricted:', '', ''],
    ['Endowments and gifts', '379', '409'],
    ['Other endowments', '2,409', '2,323'],
    ['Gifts', '105', '225'],
    ['Other funds, with debt service, loans, capital projects and appropriations', '115', '325'],
    ['Free', '300', '109'],
  ]);
});
