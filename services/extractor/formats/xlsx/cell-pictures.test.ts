import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridsOf, type RelatedPart } from './xlsx.test-support.ts';

const RICH = 'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

interface RichValue {
  type: string;
  fields: Record<string, string>;
}

/** The parts of a workbook in which `vm="n"` is the n-th of these values. */
function richParts(values: RichValue[]): RelatedPart[] {
  const each = (write: (value: RichValue, at: number) => string) => values.map(write).join('');
  const keys = ({ fields }: RichValue) => Object.keys(fields).map(key => `<k n="${key}" t="s"/>`);
  const texts = ({ fields }: RichValue) => Object.values(fields).map(text => `<v>${text}</v>`);
  const metadata = [
    '<metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes>',
    `<futureMetadata name="XLDAPR"><bk/></futureMetadata>`,
    `<futureMetadata name="XLRICHVALUE">${each((_, at) => `<bk><extLst><ext><r:rvb i="${at}"/></ext></extLst></bk>`)}</futureMetadata>`,
    `<valueMetadata>${each((_, at) => `<bk><rc t="2" v="${at}"/></bk>`)}</valueMetadata>`,
  ];
  return [
    {
      type: 'sheetMetadata',
      content: `<metadata xmlns="${MAIN}" xmlns:r="${RICH}">${metadata.join('')}</metadata>`,
    },
    {
      type: 'rdRichValue',
      content: `<rvData xmlns="${RICH}">${each((value, at) => `<rv s="${at}">${texts(value).join('')}</rv>`)}</rvData>`,
    },
    {
      type: 'rdRichValueStructure',
      content: `<rvStructures xmlns="${RICH}">${each(value => `<s t="${value.type}">${keys(value).join('')}</s>`)}</rvStructures>`,
    },
  ];
}

const picture = (fields: Record<string, string>): RichValue => ({ type: '_localImage', fields });
const cell = (reference: string, vm: number, formula = '') =>
  `<c r="${reference}" t="e" vm="${vm}">${formula}<v>#VALUE!</v></c>`;
const words = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const line = (...cells: string[]) => `<row r="1">${cells.join('')}</row>`;

test('a picture placed in a cell, or fetched by IMAGE, is its description there, and no error without one', async () => {
  const related = richParts([
    picture({ '_rvRel:LocalImageIdentifier': '0', CalcOrigin: '5', Text: 'the new hall' }),
    picture({ '_rvRel:LocalImageIdentifier': '1', CalcOrigin: '5' }),
    { type: '_webimage', fields: { WebImageIdentifier: '0', Text: 'a map' } },
    picture({ '_rvRel:LocalImageIdentifier': '2', Text: 'IMG_2034.jpg' }),
  ]);
  const formula = '<f>_xlfn.IMAGE("https://example.org/map.png","a map")</f>';
  const rows = line(
    words('A1', 'Site'),
    cell('B1', 1),
    cell('C1', 2),
    cell('D1', 3, formula),
    cell('E1', 4),
    words('F1', 'end'),
  );
  assert.deepEqual(await gridsOf([{ rows }], { related }), [[['Site', 'the new hall', 'a map', 'end']]]);
});

test('a data type is the words that it is shown by', async () => {
  const related = richParts([
    { type: '_linkedentity2', fields: { '%EntityId': 'x', _DisplayString: 'France' } },
  ]);
  assert.deepEqual(await gridsOf([{ rows: line(cell('A1', 1)) }], { related }), [[['France']]]);
});

test('an error stays one where the metadata says nothing of how it is shown', async () => {
  const related = richParts([{ type: '_error', fields: { errorType: '8' } }]);
  for (const vm of [1, 2, -1])
    assert.deepEqual(await gridsOf([{ rows: line(cell('A1', vm)) }], { related }), [[['#VALUE!']]]);
  assert.deepEqual(await gridsOf([{ rows: line(cell('A1', 1)) }]), [[['#VALUE!']]]);
});

test('a picture in a cell of WPS Office is its description, not the formula that draws it', async () => {
  const xdr = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"';
  const image = (name: string, descr: string) =>
    `<e:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr name="${name}" descr="${descr}"/></xdr:nvPicPr></xdr:pic></e:cellImage>`;
  const content = `<e:cellImages xmlns:e="http://www.wps.cn/officeDocument/2017/etCustomData" ${xdr}>${image('ID_1', 'the plant')}${image('ID_2', 'IMG_1.png')}</e:cellImages>`;
  const drawn = (reference: string, name: string) =>
    `<c r="${reference}" t="str"><f>_xlfn.DISPIMG("${name}",1)</f><v>=DISPIMG("${name}",1)</v></c>`;
  const rows = line(drawn('A1', 'ID_1'), drawn('B1', 'ID_2'), drawn('C1', 'ID_3'), words('D1', 'end'));
  assert.deepEqual(await gridsOf([{ rows }], { related: [{ type: 'cellImage', content }] }), [
    [['the plant', '=DISPIMG("ID_3",1)', 'end']],
  ]);
});
