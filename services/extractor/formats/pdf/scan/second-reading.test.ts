import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { builtPdf, PROSE, paragraph, parsed, text, withFont } from '../built-pdf.fixture.ts';
import { openPdf } from '../read/open.ts';
import { readPage } from '../read/read-page.ts';
import { junkFonts, needsSecondReading } from './second-reading.ts';

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const { blocks } = await parsed(bytes);
  return blocks.map(block => ('text' in block ? block.text : block.kind));
}

async function pageOf(bytes: Uint8Array) {
  const pdf = await openPdf(bytes);
  const page = await readPage(pdf, 1, () => true);
  await pdf.close();
  return page;
}

/** Fonts that pdf.js refuses to load and other readers accept. */
const REFUSED: Record<string, string> = {
  'without a subtype': '<</Type /Font /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
  'without a name': '<</Type /Font /Subtype /TrueType /Encoding /WinAnsiEncoding>>',
  'whose descriptor is none':
    '<</Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Odd /Encoding /WinAnsiEncoding /FontDescriptor (x)>>',
};

const shown = (x: number, y: number, words: string) => `BT /odd 10 Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET `;

for (const [kind, font] of Object.entries(REFUSED))
  test(`a font ${kind}, which pdf.js refuses, is read by PDFium`, async () => {
    const lines = PROSE.map((line, at) => shown(72, 700 - 12 * at, line)).join('');
    assert.deepEqual(await textsOf(withFont(font, lines)), [PROSE.join(' ')]);
  });

test('words of a refused font stand where they are drawn among those of the others', async () => {
  const lines = `${text(72, 700, 'The committee')}${shown(140, 700, 'met in the morning')}${text(230, 700, 'and heard.')}`;
  const font = REFUSED['without a subtype'] ?? '';
  assert.deepEqual(await textsOf(withFont(font, lines)), ['The committee met in the morning and heard.']);
});

test('codes of two bytes with a map to Unicode and an encoding that nobody knows are read by their map', async () => {
  const letters = [...new Set(PROSE.join(''))];
  const hex = (code: number) => code.toString(16).padStart(4, '0');
  const codeOf = (letter: string) => 600 + letters.indexOf(letter);
  const map = `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${letters.length} beginbfchar
${letters.map(letter => `<${hex(codeOf(letter))}> <${hex(letter.charCodeAt(0))}>`).join('\n')} endbfchar endcmap`;
  const font = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Custom-H /ToUnicode 200 0 R /DescendantFonts [<</Type /Font
/Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500>>]>>`;
  const line = (words: string, y: number) =>
    `BT /odd 10 Tf 1 0 0 1 72 ${y} Tm <${[...words].map(letter => hex(codeOf(letter))).join('')}> Tj ET `;
  const content = PROSE.map((words, at) => line(words, 700 - 12 * at)).join('');
  const objects = `200 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\n`;
  assert.deepEqual(await textsOf(withFont(font, content, objects)), [PROSE.join(' ')]);
});

test('a page that all readers read alike is read once', async () => {
  assert.equal(needsSecondReading(await pageOf(builtPdf([paragraph(72, 700, PROSE)]))), false);
});

test('lists of names, code and formulas are not taken for letters that mean nothing', async () => {
  const code = ['flexmix', 'FLXfit', 'kwargs', 'xyplot', 'cudaMalloc', 'fjord', 'xxv', 'zzyzx'].join(' ');
  const page = await pageOf(builtPdf([paragraph(72, 700, Array(12).fill(code))]));
  assert.equal(needsSecondReading(page), false);
});

test('letters that a map calls by their neighbours’ codes are no language’s', async () => {
  const sentences = [
    'the committee met early that morning and heard every member of the',
    'council about the present state of our river which had been rising',
    'since heavy rain began to fall in all of the northern valleys where',
    'few people live along its banks though many boats are kept there now',
  ];
  const shifted = sentences.map(line =>
    line.replace(/[a-z]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 1)),
  );
  const isDoubted = async (lines: string[]) =>
    needsSecondReading(await pageOf(builtPdf([paragraph(72, 700, lines)])));
  assert.deepEqual([await isDoubted(sentences), await isDoubted(shifted)], [false, true]);
});

test('codes that a map to Unicode sends to nothing are read by the font’s own encoding', async () => {
  const liberation = createRequire(import.meta.url).resolve(
    'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
  );
  const program = readFileSync(liberation).toString('latin1');
  const map =
    'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfrange <30> <35> <0000> <36> <39> <FFFD> endbfrange endcmap';
  const stream = (data: string, entries = '') =>
    `<</Length ${data.length} ${entries}>> stream\n${data}\nendstream endobj\n`;
  const objects = `200 0 obj <</Type /FontDescriptor /FontName /Digits /Flags 32 /FontFile2 201 0 R>> endobj
201 0 obj ${stream(program, `/Length1 ${program.length}`)}202 0 obj ${stream(map)}`;
  const font = `<</Type /Font /Subtype /TrueType /BaseFont /Digits /Encoding /WinAnsiEncoding /FirstChar 0 /LastChar 255
/Widths [${'500 '.repeat(256)}] /FontDescriptor 200 0 R /ToUnicode 202 0 R>>`;
  assert.deepEqual(
    await textsOf(withFont(font, shown(72, 700, 'Take 250 mg at 16 h, 48 h or 73 h.'), objects)),
    ['Take 250 mg at 16 h, 48 h or 73 h.'],
  );
});

test('a language whose words arrive syllable by syllable, as in Hindi printed by browsers, is not taken for junk', () => {
  const font = { name: 'Hindi', bold: false, italic: false, monospace: false };
  const text =
    '१० दिसम्बर १९४८ को यूनाइटेड नेशन्स की जनरल असेम्बली ने मानव अधिकारों की सार्वभौम घोषणा को स्वीकृत और घोषित किया । इसका पूर्ण पाठ आगे के पृष्ठों में दिया गया है । इस ऐतिहासिक कार्य के बाद ही असेम्बली ने सभी सदस्य देशों से अपील की कि वे इस घोषणा का प्रचार करें और देशों अथवा प्रदेशों की राजनैतिक स्थिति पर आधारित भेदभाव का विचार किए बिना, विशेषतः स्कूलों और अन्य शिक्षा संस्थाओं में इसके प्रचार, प्रदर्शन, पठन और व्याख्या का प्रबन्ध करें । इसी घोषणा का सरकारी पाठ संयुक्त राष्ट्रों की इन पांच भाषाओं में प्राप्य हैः—अंग्रेजी, चीनी, फ्रांसीसी, रूसी और स्पेनिश । अनुवाद का जो पाठ यहां दिया गया है, वह भारत सरकार द्वारा स्वीकृत है । प्रस्तावना चूंकि मानव परिवार के सभी सदस्यों के जन्मजात गौरव और समान तथा अविच्छिन्न अधिकार की स्वीकृति ही विश्व-शान्ति, न्याय और स्वतन्त्रता की बुनियाद है, चूंकि मानव अधिकारों के प्रति उपेक्षा और घृणा के फलस्वरूप ही ऐसे बर्बर कार्य हुए जिनसे मनुष्य की आत्मा पर अत्याचार किया गया, चूंकि एक ऐसी विश्व-व्यवस्था की उस स्थापना को ( जिसमें लोगों को भाषण और धर्म की आज़ादी तथा भय और अभाव से मुक्ति मिलेगी ) सर्वसाधारण के लिए सर्वोच्च आकांक्षा घोषित किया गया है, चूंकि अगर अन्याययुक्त शासन और जुल्म के विरुद्घ लोगों को विद्रोह करने के लिए—उसे ही अन्तिम उपाय समझ कर—मजबूर नहीं हो जाना है, तो कानून द्वारा नियम बनाकर मानव अधिकारों की रक्षा करना अनिवार्य है, चूंकि राष्ट्रों के बीच मैत्रीपूर्ण सम्बन्धों को बढ़ाना ज़रूरी है, चूंकि संयुक्त राष्ट्रों के सदस्य देशों की जनताओं ने बुनियादी मानव अधिकारों में, मानव व्यक्तित्व के गौरव और योग्यता में और नरनारियों के समान अधिकारों में अपने विश्वास को अधिकार-पत्र में दुहराया है और यह निश्चय किया है कि अधिक व्यापक स्वतन्त्रता के अन्तर्गत सामाजिक प्रगति एवं जीवन के बेहतर स्तर को ऊंचा किया जाया, चूंकि सदस्य देशों ने यह प्रतिज्ञा को है कि वे संयुक्त राष्ट्रों के सहयोग से मानव अधिकारों और बुनियादी आज़ादियों के प्रति सार्वभौम सम्मान की वृद्घि करेंगे, चूंकि इस प्रतिज्ञा को पूरी तरह से निभाने के लिए इन अधिकारों और आज़ादियों का स्वरूप ठीक-ठीक';
  const syllables = [...new Intl.Segmenter('hi').segment(text)].map(({ segment }) => segment);
  const items = syllables.flatMap((syllable, at) =>
    syllable === ' ' ? [] : [{ text: syllable, spaceBefore: at === 0 || syllables[at - 1] === ' ' }],
  );
  const placed = items.map((item, index) => ({
    ...item,
    index,
    ...{ left: 7 * index, baseline: 100, width: 7, size: 10, angle: 0, font, color: 0, invisible: false },
  }));
  assert.deepEqual([...junkFonts(placed)], []);
});
