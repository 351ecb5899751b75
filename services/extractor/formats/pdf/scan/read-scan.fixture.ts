/** Reads PDFs of scans for tests, with the product's own engine unless told otherwise. */
import { CEILINGS } from '../../../format.ts';
import { createOcrEngine } from '../../../ocr/create.ts';
import type { OcrEngine } from '../../../ocr/engine.ts';
import { drawnText } from '../../../ocr/testing/drawn-text.ts';
import { format } from '../format.ts';
import { PAGE, type Placed } from './scanned-pdf.fixture.ts';

export const TEXT = [
  'THE QUICK BROWN FOX',
  'JUMPS OVER THE DOGS',
  'AND RUNS AWAY FROM',
  'ALL OF THEM AT NOON',
];
export const engine = await createOcrEngine({ languages: ['eng'] });

/** What was read, and the number of pictures that the engine was given. */
export async function parse(bytes: Uint8Array, ocr: OcrEngine = engine) {
  let asked = 0;
  const counting: OcrEngine = {
    recognize: image => {
      asked++;
      return ocr.recognize(image);
    },
  };
  const document = await format.parse(
    { bytes, contentType: 'application/pdf' },
    { ocr: counting, ceilings: CEILINGS },
  );
  const text = document.blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
  return { ...document, text, asked };
}

export const wholePage: Placed['box'] = [0, 0, PAGE.width, PAGE.height];
export const scan = drawnText([...TEXT, ...TEXT], 5);
export const PROSE = Array.from({ length: 8 }, () => 'Some running text that a producer wrote here.');
/** A scan that fills its page. */
export const whole: Placed = { image: scan, box: wholePage };
