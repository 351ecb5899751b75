import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../../../ocr/engine.ts';
import { builtPdf, text } from '../built-pdf.fixture.ts';
import { type PageSize, PdfRasterizer, type Raster } from './raster.ts';

const SIZE = { width: 612, height: 792 };
const TURNED = { ...SIZE, quarterTurns: 2 as const };
/** Of 255; darker pixels are ink. */
const DARK = 128;

/** The centre of the ink, in points from the left and the top. */
function inkOf({ image, scale }: Raster): [x: number, y: number] {
  const { width, pixels }: GreyImage = image;
  const dark = [...pixels.keys()].filter(at => (pixels[at] ?? DARK) < DARK);
  assert.ok(dark.length > 0, 'ink');
  const mean = (place: (at: number) => number) => dark.reduce((sum, at) => sum + place(at), 0) / dark.length;
  return [mean(at => at % width) / scale, mean(at => Math.floor(at / width)) / scale];
}

test('a page found upside down is rendered turned about, whole and in part', async () => {
  const rasterizer = await PdfRasterizer.open(builtPdf([text(72, 700, 'Ropes and chains')]));
  assert.ok(rasterizer);
  const shown = (size: typeof SIZE, part?: Parameters<PdfRasterizer['render']>[2]) => {
    const raster = rasterizer.render(1, size, part);
    assert.ok(raster);
    return inkOf(raster);
  };
  const [x, y] = shown(SIZE);
  const [turnedX, turnedY] = shown(TURNED);
  assert.ok(Math.abs(x + turnedX - SIZE.width) < 1 && Math.abs(y + turnedY - SIZE.height) < 1);
  const part = { left: 400, top: 600, right: 612, bottom: 792 };
  const [partX, partY] = shown(TURNED, part);
  assert.ok(Math.abs(partX + part.left - turnedX) < 1 && Math.abs(partY + part.top - turnedY) < 1);
  rasterizer.close();
});

test('a page found on its side is rendered as it is seen, either way', async () => {
  const rasterizer = await PdfRasterizer.open(builtPdf([text(72, 700, 'Ropes and chains')]));
  assert.ok(rasterizer);
  const shown = (size: PageSize) => {
    const raster = rasterizer.render(1, size);
    assert.ok(raster);
    return inkOf(raster);
  };
  const [x, y] = shown(SIZE);
  const onItsSide = { width: SIZE.height, height: SIZE.width };
  const [rightX, rightY] = shown({ ...onItsSide, quarterTurns: 1 });
  assert.ok(Math.abs(rightX - (SIZE.height - y)) < 1 && Math.abs(rightY - x) < 1);
  const [leftX, leftY] = shown({ ...onItsSide, quarterTurns: 3 });
  assert.ok(Math.abs(leftX - y) < 1 && Math.abs(leftY - (SIZE.width - x)) < 1);
  rasterizer.close();
});

/** Functions that each refer to the next one; this many exhaust PDFium's stack. */
function nestedFunctions(count = 2_000): Uint8Array {
  const [shading, first] = [200, 201];
  const functions = Array.from(
    { length: count },
    (_, at) =>
      `${first + at} 0 obj <</FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [${first + at + 1} 0 R]>> endobj\n`,
  );
  const painted = `${shading} 0 obj <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function ${first} 0 R>> endobj\n`;
  const last = `${first + count} 0 obj <</FunctionType 2 /Domain [0 1] /N 1>> endobj\n`;
  const file = Buffer.from(builtPdf(['/S sh'])).toString('latin1');
  return Buffer.from(
    file
      .replace('/Properties', `/Shading <</S ${shading} 0 R>> /Properties`)
      .replace('trailer', `${painted}${functions.join('')}${last}trailer`),
    'latin1',
  );
}

test('a document that breaks PDFium keeps nobody else’s from being rendered', async () => {
  const hostile = await PdfRasterizer.open(nestedFunctions());
  assert.ok(hostile);
  assert.throws(() => hostile.render(1, SIZE));
  assert.equal(hostile.render(1, SIZE), null);
  assert.deepEqual(hostile.words(1, SIZE), []);
  hostile.close();
  const next = await PdfRasterizer.open(builtPdf([text(72, 700, 'Ropes and chains')]));
  const raster = next?.render(1, SIZE);
  assert.ok(raster);
  assert.ok(inkOf(raster));
  assert.equal(next?.words(1, SIZE).length, 3);
  next?.close();
});
