/** Small documents of every supported kind, built in code. Each contains the given heading and paragraph. */
import { constants, deflateRawSync } from 'node:zlib';
import { buildZip } from '../../services/extractor/archive/zip.test-support.ts';

export interface Words {
  heading: string;
  paragraph: string;
}

/** Contains characters of one, two, three and four bytes in UTF-8; the latter are surrogate pairs in UTF-16. */
export const WORDS: Words = { heading: 'Über den Fluss', paragraph: 'The 🦊 jumps over 𝒳 and the 犬.' };

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function html({ heading, paragraph }: Words = WORDS): Buffer {
  return Buffer.from(
    `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><h1>${heading}</h1><p>${paragraph}</p></body></html>`,
  );
}

/** A page with its own text, so that no two are the same. */
export const page = (text: string): Buffer => html({ heading: 'Page', paragraph: text });

export function eml({ heading, paragraph }: Words = WORDS): Buffer {
  const subject = `=?utf-8?B?${Buffer.from(heading).toString('base64')}?=`;
  const lines = [
    'Date: Fri, 20 Nov 2026 09:00:00 +0000',
    'From: Ann <ann@example.org>',
    'To: Bob <bob@example.org>',
    `Subject: ${subject}`,
    'Message-ID: <1@example.org>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(paragraph).toString('base64'),
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

export function docx({ heading, paragraph }: Words = WORDS): Buffer {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p><w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`;
  const style =
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
  return office(
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    {
      'word/document.xml': `${XML}<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
      'word/styles.xml': `${XML}<w:styles xmlns:w="${main}">${style}</w:styles>`,
      'word/_rels/document.xml.rels': relationships([['styles', 'styles.xml']]),
    },
  );
}

export function xlsx({ heading, paragraph }: Words = WORDS): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('A1', heading)}${cell('B1', 'Amount')}</row><row r="2">${cell('A2', paragraph)}<c r="B2"><v>42</v></c></row>`;
  return office(
    'xl/workbook.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    {
      'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r0"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships([['worksheet', 'worksheets/sheet1.xml']]),
      'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
  );
}

export function pptx({ heading, paragraph }: Words = WORDS): Buffer {
  const names =
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const shape = (id: number, type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type}"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const tree = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(2, 'title', heading)}${shape(3, 'body', paragraph)}`;
  return office(
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    {
      'ppt/presentation.xml': `${XML}<p:presentation ${names} xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationships([['slide', 'slides/slide1.xml']]),
      'ppt/slides/slide1.xml': `${XML}<p:sld ${names}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
    },
  );
}

/** A package with these parts, whose main part is `main`, and the two parts that every package has. */
function office(main: string, contentType: string, parts: Record<string, string>): Buffer {
  const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${contentType}"/>`;
  return Buffer.from(
    buildZip({
      '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">${types}</Types>`,
      '_rels/.rels': relationships([['officeDocument', main]]),
      ...parts,
    }),
  );
}

/** Relationships `r0`, `r1`, … with these types and targets. */
function relationships(rows: [type: string, target: string][]): string {
  const list = rows.map(
    ([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** A DOCX package whose parts are encrypted one by one (ZIP's own encryption flag). */
export function encryptedDocx(): Buffer {
  return Buffer.from(
    buildZip([
      { name: '[Content_Types].xml', content: 'x'.repeat(200), flags: 1 },
      { name: 'word/document.xml', content: 'y'.repeat(200), flags: 1 },
    ]),
  );
}

/** A package of 0.7 MB with a part that inflates to 640 MiB, more than one document may inflate to. */
export function bombDocx(): Buffer {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const start = deflateRawSync(`<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>`, flushed);
  const filling = deflateRawSync(Buffer.alloc(8 * 1024 * 1024, 'a'), flushed);
  const end = deflateRawSync('</w:t></w:r></w:p></w:body></w:document>');
  const deflated = Buffer.concat([start, ...Array.from({ length: 80 }, () => filling), end]);
  return withDeflatedPart(docx(), 'word/document.xml', deflated);
}

/** The package with one part's compressed bytes replaced. Its sizes and checksum are then wrong, as in zip bombs. */
function withDeflatedPart(document: Buffer, name: string, deflated: Buffer): Buffer {
  const at = document.indexOf(name, document.indexOf('PK\x03\x04')) - 30;
  const next = document.indexOf('PK\x03\x04', at + 4);
  const local = Buffer.from(document.subarray(at, at + 30 + name.length));
  local.writeUInt32LE(deflated.length, 18);
  const tail = Buffer.from(document.subarray(next));
  const grown = at + local.length + deflated.length - next;
  const directory = tail.indexOf('PK\x01\x02');
  for (let entry = directory; entry >= 0; entry = tail.indexOf('PK\x01\x02', entry + 4)) {
    const offset = tail.readUInt32LE(entry + 42);
    if (offset === at) tail.writeUInt32LE(deflated.length, entry + 20);
    if (offset > at) tail.writeUInt32LE(offset + grown, entry + 42);
  }
  tail.writeUInt32LE(next + directory + grown, tail.length - 6);
  return Buffer.concat([document.subarray(0, at), local, deflated, tail]);
}
