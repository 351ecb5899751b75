import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';

/** Whether the text of a page in this layer or membership is shown; layer 100 is off, layer 102 on. */
async function isShown(layer: string, configuration = '/OFF [100 0 R]', usage = ''): Promise<boolean> {
  const content = `${text(72, 700, 'Always')} /OC /layer BDC ${text(72, 600, 'Layered')} EMC`;
  const catalogue = `/OCProperties <</OCGs [100 0 R 102 0 R] /D <<${configuration}>>>>`;
  const objects = `102 0 obj <</Type /OCG /Name (on) ${usage}>> endobj\n103 0 obj <<${layer}>> endobj\n`;
  const file = Buffer.from(builtPdf([content], { catalogue }))
    .toString('latin1')
    .replace('/Properties <<', '/Properties <</layer 103 0 R ')
    .replace('trailer', `${objects}trailer`);
  const { blocks } = await parsed(Buffer.from(file, 'latin1'));
  return blocks.some(block => 'text' in block && block.text === 'Layered');
}

const BOTH = '/Type /OCMD /OCGs [100 0 R 102 0 R]';

test('content of several layers is shown as its policy says', async () => {
  assert.equal(await isShown(`${BOTH} /P /AnyOn`), true);
  assert.equal(await isShown(`${BOTH} /P /AllOn`), false);
  assert.equal(await isShown(`${BOTH} /P /AnyOff`), true);
  assert.equal(await isShown(`${BOTH} /P /AllOff`), false);
});

test('an expression over layers goes before their policy', async () => {
  assert.equal(await isShown('/Type /OCMD /VE [/Not 100 0 R]'), true);
  assert.equal(await isShown('/Type /OCMD /VE [/Or 100 0 R 102 0 R]'), true);
  assert.equal(await isShown('/Type /OCMD /VE [/And 100 0 R [/Not 102 0 R]]'), false);
  assert.equal(await isShown(`${BOTH} /P /AnyOn /VE [/And 100 0 R 102 0 R]`), false);
});

test('layers start as the document says, and layers for print alone are not shown', async () => {
  const on = '/Type /OCMD /OCGs 102 0 R';
  assert.equal(await isShown(on, '/BaseState /OFF'), false);
  assert.equal(await isShown(on, '/BaseState /OFF /ON [102 0 R]'), true);
  const automatic = '/AS [<</Event /View /Category [/View] /OCGs [102 0 R]>>]';
  assert.equal(await isShown(on, automatic, '/Usage <</View <</ViewState /OFF>>>>'), false);
});
