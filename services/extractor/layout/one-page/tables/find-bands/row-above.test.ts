import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

test('two rows with a rule under each are a table', () => {
  const sheet = new Sheet().across(120, 90, 500, [300]).across(149, 90, 500, [300]);
  sheet.row(110, [95, 310], ['Year', 'Limit']).row(139, [95, 310], ['A', '3,168']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Year', 'Limit'],
    ['A', '3,168'],
  ]);
});

test('a single label over the values is the head of such a table', () => {
  const sheet = new Sheet().across(120, 90, 300, [200]).across(134, 90, 300, [200]);
  sheet.text('2023', 240, 116, { bold: true }).row(130, [95, 240], ['Mean', '930']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['', '2023'],
    ['Mean', '930'],
  ]);
});

test('an underlined title is no row of what stands below it', () => {
  const sheet = new Sheet().across(120, 90, 500, [300]).across(149, 90, 500, [300]);
  sheet.text('Results', 95, 110).row(139, [95, 310], ['A', '3,168']);
  none(sheet);
});

test('labels with a rule under each and nothing beside them are a form', () => {
  const sheet = new Sheet();
  ['Postcode and town', 'Street and number', 'Telephone', 'Given names', 'Signature'].forEach((label, i) => {
    sheet.text(label, 90, 117 + 20 * i).across(120 + 20 * i, 90, 500, [300]);
  });
  none(sheet);
});

test('labels over the first rule of a statement part debits from credits, which no row has both of', () => {
  const sheet = new Sheet().row(116, [95, 250, 350, 450], ['Date', 'Debit', 'Credit', 'Balance'], {
    bold: true,
  });
  sheet.across(120, 90, 500);
  const amounts = [250, 250, 350, 250, 350, 250, 250];
  amounts.forEach((x, i) => {
    const y = 136 + 20 * i;
    sheet.row(y, [95, x, 450], [`0${i + 1}/04`, `${i + 21}.50`, `${900 + i}.00`]).across(y + 4, 90, 500);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(0, 4), [
    ['Date', 'Debit', 'Credit', 'Balance'],
    ['01/04', '21.50', '', '900.00'],
    ['02/04', '22.50', '', '901.00'],
    ['03/04', '', '23.50', '902.00'],
  ]);
});
