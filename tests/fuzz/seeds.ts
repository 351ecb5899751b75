/** Small documents, built in code, that use most features of their format and are to be damaged. */
import { buildZip, type ZipPart } from '../../services/extractor/archive/zip.test-support.ts';
import { buildDocx } from '../../services/extractor/formats/docx/docx.test-support.ts';
import { buildPptx } from '../../services/extractor/formats/pptx/pptx.test-support.ts';
import { buildXlsx, row } from '../../services/extractor/formats/xlsx/xlsx.test-support.ts';
import * as small from '../support/documents.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { randomPdf } from './random-pdf.ts';
import type { Documents } from './run.ts';

export const SEEDS: Readonly<Record<string, () => Documents>> = {
  docx: () => [
    small.docx(),
    Buffer.from(buildDocx(WORD_BODY, { numbering: WORD_NUMBERS, footnotes: WORD_NOTE })),
  ],
  pptx: () => [small.pptx(), Buffer.from(buildPptx([{ shapes: SHAPES }, { shapes: SHAPES, hidden: true }]))],
  xlsx: () => [
    small.xlsx(),
    Buffer.from(
      buildXlsx([{ rows: row({ A1: 'a', B1: 'b' }) + row({ A2: 1, C2: 2.5 }), after: MERGES }], {
        formats: ['0.00', 'yyyy-mm-dd'],
      }),
    ),
  ],
  html: () => [small.html(), Buffer.from(PAGE)],
  eml: () => [small.eml(), Buffer.from(MAIL)],
  odf: () => [openDocument('text', TEXT), openDocument('spreadsheet', SHEET)],
  epub: () => [BOOK],
  rtf: () => [Buffer.from(RICH)],
  pdf: () => [textPdf('Title', 'Some text of a paragraph.', 'More of it.')],
  'pdf-objects': () => randomPdf,
};

const cell = (text: string) =>
  `<w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const WORD_BODY =
  '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="28"/></w:rPr><w:t>one</w:t></w:r></w:p>' +
  `<w:tbl><w:tr>${cell('x')}${cell('y')}</w:tr><w:tr>${cell('1')}</w:tr></w:tbl>` +
  '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> EQ \\f(1,2) </w:instrText><w:fldChar w:fldCharType="end"/><w:footnoteReference w:id="2"/></w:r></w:p>' +
  '<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>';
const WORD_NUMBERS =
  '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
const WORD_NOTE = '<w:footnote w:id="2"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote>';
const SHAPES =
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t" descr="alt"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="1"><a:buAutoNum type="alphaLcParenBoth" startAt="3"/></a:pPr><a:r><a:t>Title</a:t></a:r></a:p></p:txBody></p:sp>' +
  '<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2" rowSpan="2"><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>';
const MERGES =
  '<mergeCells><mergeCell ref="A1:B2"/></mergeCells><headerFooter><oddHeader>&amp;LActs &amp;P</oddHeader></headerFooter>';
const PAGE =
  '<!DOCTYPE html><style>.a{display:block}</style><h1>Title</h1><table><tr><th colspan=2 rowspan=3>a<td>b</table><ul><li>x<ol start=4><li>y</ol></ul><dl><dt>t<dd>d</dl><figure><img alt=i width=400 height=300><figcaption>c</figcaption></figure><pre>code</pre><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>';
const MAIL = [
  'From: =?utf-8?Q?J=C3=B6rg?= <a@example.org>',
  'Subject: =?iso-8859-1?B?R3L832U=?=',
  'Content-Type: multipart/mixed; boundary="x"',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Hello =C3=A4ll, ',
  'flowed',
  '--x',
  'Content-Type: text/calendar',
  '',
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Meet\r\nDTSTART:20260101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
  '--x',
  'Content-Type: application/ms-tnef; name=winmail.dat',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.concat([
    Buffer.from('789f3e2201000290060009000000', 'hex').subarray(0, 6),
    Buffer.from('0203900600', 'hex'),
    Buffer.from('10000000', 'hex'),
    Buffer.alloc(18, 1),
  ]).toString('base64'),
  '--x',
  "Content-Disposition: attachment; filename*0*=utf-8''a%20; filename*1*=b.csv",
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('a;b\n1;"2\n3"\n4;5\n').toString('base64'),
  '--x--',
].join('\r\n');
const RICH =
  '{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset204 A;}}{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Title\\par{\\listtext 1.}\\ilvl0\\ls1 one\\par\\trowd\\clvmgf\\cellx9\\intbl a\\cell b\\cell\\row\\pard{\\footnote n}\\u8364? {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}{\\pict\\bin4 abcd}\\par}';

const NAMES = ['office', 'text', 'table', 'style']
  .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const TEXT =
  '<text:h text:outline-level="1">Title</text:h><text:list text:style-name="L"><text:list-item><text:p>a<text:s text:c="3"/></text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
const SHEET =
  '<table:table table:name="S"><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-01-01" table:number-columns-repeated="3"><text:p>1.1.</text:p></table:table-cell></table:table-row></table:table>';

function openDocument(kind: string, body: string): Buffer {
  const parts: ZipPart[] = [
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, stored: true },
    {
      name: 'content.xml',
      content: `<office:document-content ${NAMES}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ];
  return Buffer.from(buildZip(parts));
}

const BOOK = Buffer.from(
  buildZip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    },
    {
      name: 'b.opf',
      content:
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
    { name: 'a.xhtml', content: '<html><body><h1>One</h1><p>text</p></body></html>' },
  ]),
);
