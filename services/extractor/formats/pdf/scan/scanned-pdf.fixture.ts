/** Builds PDFs of scans for tests: pages that show one picture each, with lines of Helvetica in front of it. */
import type { GreyImage } from '../../../ocr/engine.ts';

/** Forty different words, enough to judge their letters. */
export const MINUTES = [
  'THE COMMITTEE MET EARLY THAT MORNING',
  'AND HEARD EVERY MEMBER OF THE COUNCIL',
  'ABOUT THE STATE OF OUR RIVER WHICH HAD',
  'BEEN RISING SINCE HEAVY RAIN BEGAN TO',
  'FALL IN ALL NORTHERN VALLEYS WHERE FEW',
  'PEOPLE LIVE ALONG ITS BANKS THOUGH MANY',
  'BOATS ARE KEPT THERE NOW BY A KEEPER',
];

export const PAGE = { width: 400, height: 500 };

export interface Placed {
  image: GreyImage;
  /** In points: lower left corner and size on the page. */
  box: [left: number, bottom: number, width: number, height: number];
  /** Index of the page whose picture object is shown here again. */
  objectOf?: number;
  /** The picture's file, instead of its pixels. */
  jpeg?: Uint8Array;
}

export function pdf(...pages: { picture?: Placed; text?: string[] }[]): Uint8Array {
  const objects: string[] = ['<</Type/Catalog/Pages 2 0 R>>'];
  const kids = pages.map((_, index) => `${4 + index * 3} 0 R`).join(' ');
  objects.push(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  objects.push('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (const [index, { picture, text = [] }] of pages.entries()) {
    const content = 5 + index * 3;
    const shown = picture
      ? `q ${picture.box[2]} 0 0 ${picture.box[3]} ${picture.box[0]} ${picture.box[1]} cm /I Do Q`
      : '';
    const written = text.map((line, row) => `BT /F 12 Tf 40 ${460 - 16 * row} Td (${line}) Tj ET`).join(' ');
    const shared = picture?.objectOf ?? index;
    const resources = `<</Font<</F 3 0 R/U ${UTF_16_FONT(4 + pages.length * 3)}>>/XObject<</I ${6 + shared * 3} 0 R>>>>`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Contents ${content} 0 R/Resources${resources}>>`,
      stream('', `${shown} ${written}`),
      imageObject(picture?.image ?? { width: 1, height: 1, pixels: Uint8Array.of(255) }, picture?.jpeg),
    );
  }
  objects.push(stream('', UTF_16_MAP));
  return assembled(objects);
}

/** A font whose two-byte codes are UTF-16, as the map in another object says. */
const UTF_16_FONT = (map: number) =>
  `<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/ToUnicode ${map} 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>]>>`;
const UTF_16_MAP =
  'begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap';

const stream = (entries: string, data: string) =>
  `<<${entries}/Length ${data.length}>>stream\n${data}\nendstream`;

function imageObject({ width, height, pixels }: GreyImage, jpeg?: Uint8Array): string {
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`;
  const filter = jpeg ? '/Filter/DCTDecode' : '';
  return stream(entries + filter, Buffer.from(jpeg ?? pixels).toString('latin1'));
}

function assembled(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

export const escaped = (line: string) => line.replace(/[()\\]/g, '\\$&');

/** Returns each word at its place in a picture of the lines that is drawn with this unit and shown in the box. */
export function hiddenInPlace(lines: readonly string[], { image, box }: Placed, unit: number): string[] {
  const [left, bottom, width, height] = box;
  const [across, down] = [width / image.width, height / image.height];
  return lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const x = left + (8 + 5.6 * index) * unit * across;
      const y = bottom + height - (8 + 12 * row + 6) * unit * down;
      const size = 8 * unit * down;
      return `) Tj ET BT 3 Tr /F ${size} Tf ${(70 * across) / down} Tz ${x} ${y} Td (${escaped(word)}`;
    }),
  );
}
