import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [45, 71, 203, 234, 445, 478];
const ROWS = [
  ['01', 'Aguascalientes', '001', 'Aguascalientes', '0094', 'Granja Adelita'],
  ['01', 'Aguascalientes', '001', 'Aguascalientes', '0096', 'Agua Azul'],
  ['01', 'Aguascalientes', '002', 'Asientos', '0100', 'Rancho Alegre'],
  ['02', 'Baja California', '003', 'Mexicali', '0102', 'El Carmen'],
];

/** A spreadsheet page without lines; labels are centred in the head's height and in their columns. */
function sheet(bold: boolean): Sheet {
  const page = new Sheet();
  const style = { bold, size: 9 };
  page.row(57, [39, 200, 443], ['Clave', 'Clave', 'Clave'], style);
  page.row(63, [97, 296, 540], ['Nombre Entidad', 'Nombre Municipio', 'Nombre'], style);
  page.row(69, [34, 190, 435], ['Entidad', 'Municipio', 'Localidad'], style);
  ROWS.forEach((row, i) => {
    page.row(85 + 12 * i, LEFTS, row, { size: 9 });
  });
  return page;
}

test('bold labels of one line and of two, set about one middle, are the head of a table without lines', () => {
  const { rows } = only(sheet(true));
  const head = [
    'Clave Entidad',
    'Nombre Entidad',
    'Clave Municipio',
    'Nombre Municipio',
    'Clave Localidad',
    'Nombre',
  ];
  assert.deepEqual(texts(rows), [head, ...ROWS]);
  assert.ok(rows[0]?.every(cell => cell.header));
});

test('lines above a table that are not bold are no such head', () => {
  assert.deepEqual(texts(only(sheet(false)).rows), ROWS);
});
