import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../../../ocr/engine.ts';
import { builtPdf, text } from '../built-pdf.fixture.ts';
import { PdfRasterizer, type Raster } from './raster.ts';

const SIZE = { width: 612, height: 792 };
const TURNED = { ...SIZE, isTurnedAbout: true };
/** Of 255: ink. */
const DARK = 128;

/** Points from the left and the top to the middle of the ink. */
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
