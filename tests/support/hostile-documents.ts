/** Small documents that demand far more work or memory than their size suggests. None is larger than a few hundred kilobytes. */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Allowance } from '../../services/extractor/allowance.ts';
import { buildZip } from '../../services/extractor/archive/zip.test-support.ts';
import { Archive } from '../../services/extractor/archive/zip.ts';
import { CEILINGS } from '../../services/extractor/format.ts';
import { buildXlsx } from '../../services/extractor/formats/xlsx/xlsx.test-support.ts';
import { docx, pptx, xlsx } from './documents.ts';

/**
 * A PDF of these objects, the first of which is the catalogue. It has no cross-reference table, so the reader must
 * rebuild it.
 */
function pdfOf(...objects: string[]): Buffer {
  const body = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer <</Root 1 0 R>>\n`, 'latin1');
}

const stream = (dictionary: string, content: string): string =>
  `<<${dictionary} /Length ${content.length}>> stream\n${content}\nendstream`;

const deflated = (dictionary: string, content: string): string =>
  stream(
    `${dictionary} /Filter /FlateDecode`,
    deflateSync(Buffer.from(content, 'latin1')).toString('latin1'),
  );

const CATALOGUE = '<</Type /Catalog /Pages 2 0 R>>';
const ONE_PAGE = '<</Type /Pages /Count 1 /Kids [3 0 R]>>';
const pageWith = (resources: string): string =>
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <<${resources}>>>>`;
const HELVETICA = '/Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
const SHOWN = 'BT /F 12 Tf 72 700 Td (Plain words that anybody could read.) Tj ET';

/** Forms that each draw the next one ten times, which makes 10^12 operators. */
export function nestedForms(levels = 12): Buffer {
  const forms = Array.from({ length: levels }, (_, at) => {
    const next = at + 1 < levels ? `/Resources <</XObject <</X ${6 + at} 0 R>>>>` : '';
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next}`,
      next === '' ? '0 g' : '/X Do '.repeat(10),
    );
  });
  return pdfOf(
    CATALOGUE,
    ONE_PAGE,
    pageWith(`${HELVETICA} /XObject <</X 5 0 R>>`),
    stream('', `${SHOWN} /X Do`),
    ...forms,
  );
}

/** Tiling patterns whose cells are each painted ten times with the next pattern. */
function nestedPatterns(levels = 12): Buffer {
  const patterns = Array.from({ length: levels }, (_, at) =>
    stream(
      `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <</Pattern <</P ${6 + at} 0 R>>>>`,
      '/Pattern cs /P scn 0 0 9 9 re f '.repeat(10),
    ),
  );
  const resources = `${HELVETICA} /Pattern <</P 5 0 R>>`;
  const content = stream('', `${SHOWN} /Pattern cs /P scn 0 0 600 700 re f`);
  return pdfOf(CATALOGUE, ONE_PAGE, pageWith(resources), content, ...patterns);
}

/** Type 3 fonts whose letter is a content stream that shows ten letters of the next font. */
function nestedLetters(levels = 12): Buffer {
  const fonts = Array.from({ length: levels }, (_, at) => {
    const glyph = stream('', `9 0 d0 BT /T 9 Tf (${'a'.repeat(10)}) Tj ET`);
    const own = 5 + 2 * at;
    return [
      `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding <</Differences [97 /a]>> /CharProcs <</a ${own + 1} 0 R>> /Resources <</Font <</T ${own + 2} 0 R>>>>>>`,
      glyph,
    ];
  });
  const content = stream('', 'BT /T 9 Tf 72 700 Td (aaaaaaaaaa) Tj ET');
  return pdfOf(CATALOGUE, ONE_PAGE, pageWith('/Font <</T 5 0 R>>'), content, ...fonts.flat());
}

/** Shadings over the whole page, each with a function made of a thousand others. */
function manyShadings(): Buffer {
  const steps = Array.from({ length: 1_000 }, () => '<</FunctionType 2 /Domain [0 1] /N 1.5>>').join(' ');
  const bounds = Array.from({ length: 999 }, (_, at) => (at + 1) / 1_000).join(' ');
  const encode = '0 1 '.repeat(1_000);
  const shading = `<</ShadingType 3 /ColorSpace /DeviceGray /Coords [300 400 0 300 400 500] /Extend [true true] /Function <</FunctionType 3 /Domain [0 1] /Functions [${steps}] /Bounds [${bounds}] /Encode [${encode}]>>>>`;
  const resources = `/Shading <</S 5 0 R>>`;
  return pdfOf(CATALOGUE, ONE_PAGE, pageWith(resources), deflated('', '/S sh '.repeat(20_000)), shading);
}

const repeated = (content: string, times: number): Buffer =>
  pdfOf(CATALOGUE, ONE_PAGE, pageWith(HELVETICA), deflated('', `${SHOWN} ${content.repeat(times)}`));

/** A page tree that lists the same page many times. */
function samePage(times = 20_000): Buffer {
  const tree = `<</Type /Pages /Count ${times} /Kids [${'3 0 R '.repeat(times)}]>>`;
  return pdfOf(CATALOGUE, tree, pageWith(HELVETICA), stream('', SHOWN));
}

/** The same in three kilobytes: the list is in a compressed object stream. */
function samePageDeflated(times = 500_000): Buffer {
  const tree = `<</Type /Pages /Count ${times} /Kids [${'3 0 R '.repeat(times)}]>>`;
  const objects = [
    CATALOGUE,
    pageWith(HELVETICA),
    stream('', SHOWN),
    deflated('/Type /ObjStm /N 1 /First 4', `2 0 ${tree}`),
  ];
  const numbers = [1, 3, 4, 5];
  let body = '%PDF-1.7\n';
  // Cross-reference entries by object number: type 1 with the offset in the file, or type 2 with the object stream and
  // the place in it.
  const entries = new Map<number, [kind: number, at: number, place: number]>([[2, [2, 5, 0]]]);
  for (const [at, object] of objects.entries()) {
    entries.set(numbers[at]!, [1, body.length, 0]);
    body += `${numbers[at]} 0 obj ${object} endobj\n`;
  }
  const table = Buffer.alloc(5 * 6);
  for (const [number, [kind, at, place]] of entries) {
    table.writeUInt8(kind, (number - 1) * 6);
    table.writeUInt32BE(at, (number - 1) * 6 + 1);
    table.writeUInt8(place, (number - 1) * 6 + 5);
  }
  const references = stream(
    '/Type /XRef /Size 6 /Index [1 5] /W [1 4 1] /Root 1 0 R',
    table.toString('latin1'),
  );
  return Buffer.from(`${body}6 0 obj ${references} endobj\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

/** An intact file of a thousand bytes whose page tree says that one of its three pages is three thousand million pages. */
function countedPages(count = 3_000_000_000): Buffer {
  const page = (parent: number) =>
    `<</Type /Page /Parent ${parent} 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <<${HELVETICA}>>>>`;
  const objects = [
    CATALOGUE,
    `<</Type /Pages /Count ${count} /Kids [3 0 R 5 0 R 7 0 R]>>`,
    page(2),
    stream('', SHOWN),
    `<</Type /Pages /Parent 2 0 R /Count ${count - 2} /Kids [6 0 R]>>`,
    page(5),
    page(2),
  ];
  const body = pdfOf(...objects).toString('latin1');
  const rows = objects.map(
    (_, at) => `${String(body.indexOf(`${at + 1} 0 obj`)).padStart(10, '0')} 00000 n \n`,
  );
  const start = body.indexOf('trailer');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer <</Size ${size} /Root 1 0 R>>\n`;
  return Buffer.from(`${body.slice(0, start)}${table}startxref\n${start}\n%%EOF\n`, 'latin1');
}

function deepPageTree(levels = 5_000): Buffer {
  const inner = Array.from(
    { length: levels },
    (_, at) => `<</Type /Pages /Count 1 /Kids [${at + 1 < levels ? 6 + at : 3} 0 R]>>`,
  );
  const root = '<</Type /Pages /Count 1 /Kids [5 0 R]>>';
  return pdfOf(CATALOGUE, root, pageWith(HELVETICA), stream('', SHOWN), ...inner);
}

/** A cross-reference stream and an object stream that each claim to have two thousand million objects. */
function claimedObjects(): Buffer {
  const objects = stream('/Type /ObjStm /N 2000000000 /First 10', '9 0 <<>>');
  const table = stream(
    '/Type /XRef /Size 2000000000 /W [1 4 2] /Index [0 2000000000] /Root 1 0 R',
    '\0'.repeat(70),
  );
  const body = pdfOf(CATALOGUE, ONE_PAGE, pageWith(HELVETICA), stream('', SHOWN), objects, table);
  const start = body.indexOf('6 0 obj');
  return Buffer.concat([body, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

/** A ToUnicode map for every code of four bytes. */
function wideCodeMap(): Buffer {
  const map = `begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange ${'1 beginbfrange <00000000> <00FFFFF0> <0041> endbfrange '.repeat(200)} endcmap`;
  const font =
    '/Font <</F <</Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /ToUnicode 5 0 R /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>>>]>>>>';
  return pdfOf(CATALOGUE, ONE_PAGE, pageWith(font), stream('', SHOWN), deflated('', map));
}

/** An Office document with one of its parts replaced. */
function withPart(document: Buffer, name: string, content: string): Buffer {
  const archive = new Archive(document, new Allowance(CEILINGS));
  const parts = archive.names().map(part => [part, part === name ? content : (archive.read(part) ?? '')]);
  return Buffer.from(buildZip(Object.fromEntries(parts)));
}

const nested = (open: string, close: string, depth: number, inside: string): string =>
  open.repeat(depth) + inside + close.repeat(depth);

const DEPTH = 20_000;

function deepDocx(): Buffer {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const cell = nested(
    '<w:tbl><w:tr><w:tc>',
    '</w:tc></w:tr></w:tbl>',
    DEPTH,
    '<w:p><w:r><w:t>in</w:t></w:r></w:p>',
  );
  return withPart(
    docx(),
    'word/document.xml',
    `<w:document xmlns:w="${main}"><w:body>${cell}</w:body></w:document>`,
  );
}

function slideOf(tree: string): Buffer {
  const names =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
  return withPart(
    pptx(),
    'ppt/slides/slide1.xml',
    `<p:sld ${names}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
  );
}

const shapeOf = (text: string): string =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const deepPptx = (): Buffer => slideOf(nested('<p:grpSp>', '</p:grpSp>', DEPTH, shapeOf('in')));

/** A search for a word that starts anew at each dash and runs to the last one takes minutes. */
const wordlessPptx = (): Buffer => slideOf(shapeOf('-'.repeat(300_000)) + shapeOf('in'));

/** Two cells at opposite corners of the largest possible sheet, and a merged range over all of it. */
function sparseXlsx(): Buffer {
  const cell = (reference: string) => `<c r="${reference}" t="inlineStr"><is><t>x</t></is></c>`;
  const rows = `<row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row>`;
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`;
  return withPart(xlsx(), 'xl/worksheets/sheet1.xml', sheet);
}

/**
 * A workbook of half a megabyte with a shared string of 100,000 letters in 450 cells: its text is 135 MB, and four
 * times that as JSON.
 */
export function longWorkbook(): Buffer {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(5)}</row>`;
  const book = buildXlsx([{ rows: row.repeat(90) }], { strings: ['字'.repeat(100_000)] });
  // Random bytes, because the number of characters that a document may have depends on its size.
  return Buffer.concat([book.subarray(0, -22), randomBytes(480_000), book.subarray(-22)]);
}

/** A text document of two kilobytes with a thousand times a thousand spaces. */
function spacedOdt(): Buffer {
  const names = ['office', 'text'].map(
    name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const paragraph = `<text:p>x${'<text:s text:c="1000"/>'.repeat(1_000)}y</text:p>`;
  const body = `<office:body><office:text>${paragraph}</office:text></office:body>`;
  return Buffer.from(
    buildZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true },
      {
        name: 'content.xml',
        content: `<office:document-content ${names.join(' ')}>${body}</office:document-content>`,
      },
    ]),
  );
}

function deepMail(depth = 5_000): Buffer {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  ).join('');
  return Buffer.from(
    `From: ann@example.org\r\nSubject: deep\r\nMIME-Version: 1.0\r\n${open}Content-Type: text/plain\r\n\r\nin\r\n`,
  );
}

/** The head of a PNG that claims to have `side` pixels in each direction. */
function hugePicture(side = 60_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A structure tree whose elements each name the next one twice, on many pages: each page has a million copies of the
 * last one.
 */
function doubledTags(levels = 20, pages = 300): Buffer {
  const tagged = pageWith(HELVETICA).replace('/Type /Page ', '/Type /Page /StructParents 0 ');
  const elements = Array.from({ length: levels }, (_, at) => {
    const next = `${7 + at} 0 R`;
    return `<</Type /StructElem /S /Sect /P ${5 + at} 0 R /K [${next} ${next}]>>`;
  });
  const last = 6 + levels;
  return pdfOf(
    '<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 5 0 R>>',
    `<</Type /Pages /Count ${pages} /Kids [${'3 0 R '.repeat(pages)}]>>`,
    tagged,
    stream('', `/P <</MCID 0>> BDC ${SHOWN} EMC`),
    `<</Type /StructTreeRoot /K 6 0 R /ParentTree <</Nums [0 [${last} 0 R]]>>>>`,
    ...elements,
    `<</Type /StructElem /S /P /P ${last - 1} 0 R /Pg 3 0 R /K 0>>`,
  );
}

/** A PDF whose encryption key claims to have a thousand million bits. */
function longKey(): Buffer {
  const locked = pdfOf(CATALOGUE, ONE_PAGE, pageWith(HELVETICA), stream('', SHOWN)).toString('latin1');
  const entry = `(${'k'.repeat(32)})`;
  const lock = `/ID [(a) (b)] /Encrypt <</Filter /Standard /V 2 /R 3 /Length 1000000008 /O ${entry} /U ${entry} /P -1>>`;
  return Buffer.from(locked.replace('/Root 1 0 R', `/Root 1 0 R ${lock}`), 'latin1');
}

/** A font each of whose codes stands for a hundred thousand letters. */
function longMeanings(): Buffer {
  const map = `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <${'0041'.repeat(100_000)}> endbfrange`;
  return pdfOf(
    CATALOGUE,
    ONE_PAGE,
    pageWith('/Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R>>>>'),
    deflated('', `${SHOWN} `.repeat(1_000)),
    deflated('', map),
  );
}

/** A page that is one picture of four thousand million pixels with hardly any data. */
function giantPicture(filter: string, data: string): Buffer {
  const picture = `/Type /XObject /Subtype /Image /Width 65500 /Height 65500 /ColorSpace /DeviceGray ${filter}`;
  return pdfOf(
    CATALOGUE,
    ONE_PAGE,
    pageWith('/XObject <</X 5 0 R>>'),
    stream('', 'q 612 0 0 792 0 0 cm /X Do Q'),
    stream(picture, data),
  );
}

/** A JPEG whose only code table has one code, of one bit, for the value zero. */
function giantJpeg(): Buffer {
  const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];
  const table = (kind: number) => segment(0xc4, kind, 1, ...new Array<number>(15).fill(0), 0);
  const bytes = [
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...new Array<number>(64).fill(1)),
    ...segment(0xc0, 8, 0xff, 0xdc, 0xff, 0xdc, 1, 1, 0x11, 0),
    ...table(0),
    ...table(0x10),
    ...segment(0xda, 1, 1, 0, 0, 0x3f, 0),
    ...new Array<number>(1_000).fill(0),
    ...[0xff, 0xd9],
  ];
  return giantPicture('/BitsPerComponent 8 /Filter /DCTDecode', Buffer.from(bytes).toString('latin1'));
}

/** Named by what they do. */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, () => Buffer>> = {
  'a PDF whose forms draw each other': nestedForms,
  'a PDF whose patterns are painted with each other': nestedPatterns,
  'a PDF whose letters are written with each other': nestedLetters,
  'a PDF of twenty thousand shadings': manyShadings,
  'a PDF of three million saved states': () => repeated('q ', 3_000_000),
  'a PDF of a million rectangles': () => repeated('1 1 5 5 re f ', 1_000_000),
  'a PDF of a million words': () => repeated('BT /F 1 Tf (a) Tj ET ', 1_000_000),
  'a PDF that lists one page again and again': samePage,
  'a PDF of three kilobytes that lists one page half a million times': samePageDeflated,
  'a PDF that counts three thousand million pages': countedPages,
  'a PDF whose page tree is five thousand levels deep': deepPageTree,
  'a PDF that claims two thousand million objects': claimedObjects,
  'a PDF with a map of all codes': wideCodeMap,
  'a PDF whose tags each name the next one twice': doubledTags,
  'a PDF with a key of a thousand million bits': longKey,
  'a PDF whose codes each stand for a hundred thousand letters': longMeanings,
  'a PDF whose JPEG has four thousand million pixels': giantJpeg,
  'a PDF whose fax has four thousand million pixels': () =>
    giantPicture(
      '/BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms <</K -1 /Columns 65500 /Rows 65500>>',
      '\xff'.repeat(100_000),
    ),
  'a DOCX of tables in each other': deepDocx,
  'an ODT of a million spaces in one paragraph': spacedOdt,
  'a PPTX of groups in each other': deepPptx,
  'a PPTX of three hundred thousand dashes in one text': wordlessPptx,
  'an XLSX of two cells at its corners': sparseXlsx,
  'an HTML page of a hundred thousand elements in each other': () =>
    Buffer.from(`<!DOCTYPE html>${'<div>'.repeat(100_000)}in`),
  'an HTML page of spans over a thousand columns and rows': () =>
    Buffer.from(`<!DOCTYPE html><table>${'<tr><td colspan=1000 rowspan=65000>x'.repeat(2_000)}</table>`),
  'a mail of parts in each other': deepMail,
  'a picture of sixty thousand pixels a side': hugePicture,
};
