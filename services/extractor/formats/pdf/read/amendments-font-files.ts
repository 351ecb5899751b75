/**
 * TrueType files within a PDF: pdf.js inflates each and rebuilds it for browsers, the tenth and the twentieth part of
 * all time. Text hangs on a file only where nothing else tells what its codes mean; of the others the beginning is read.
 */
import type { Amendment } from './amendment.ts';

/** The version and the directory of tables, which says whether it is a CFF font in TrueType's clothes. */
const DIRECTORY_BYTES = 400;
/** Compressed bytes that hold more of any file than its directory. */
const BEGINNING_BYTES = 2_048;

export const FONT_FILE_AMENDMENTS: readonly Amendment[] = [
  {
    reason: 'a file is needed where its name table can change the text',
    passage: `function isTrueTypeFile(file) {`,
    replacement: `function needsFontFile(file, properties) {
  if (!isTrueTypeFile(file) || bytesToString(file.peekBytes(${DIRECTORY_BYTES})).includes("CFF ")) return true;
  return !(properties.composite || properties.isInternalFont || properties.hasIncludedToUnicodeMap || properties.hasEncoding || !(properties.flags & FontFlags.Symbolic) || properties.toUnicode instanceof IdentityToUnicodeMap || properties.defaultEncoding === WinAnsiEncoding);
}
function isTrueTypeFile(file) {`,
  },
  {
    reason: 'and is rebuilt there only',
    passage: `data = this.checkAndRepair(name, file, properties);`,
    replacement: `if (needsFontFile(file, properties)) {
            this.checkAndRepair(name, file, properties);
          }`,
  },
  {
    reason: 'its beginning is inflated first',
    passage: `          if (fontFile.isAsync) {
            const bytes = await fontFile.asyncGetBytes();`,
    replacement: `          const beginning = fontFileN === "FontFile2" && fontFile instanceof FlateStream ? fontFile.beginning() : null;
          if (beginning !== null) {
            wholeFile = fontFile;
            fontFile = new Stream(beginning, 0, beginning.length, fontFile.dict);
          }
          if (fontFile.isAsync) {
            const bytes = await fontFile.asyncGetBytes();`,
  },
  {
    reason: 'with the stream of all of it kept',
    passage: `    let fontFile, fontFileN, subtype, length1, length2, length3;`,
    replacement: `    let fontFile, fontFileN, subtype, length1, length2, length3, wholeFile;`,
  },
  {
    reason: 'until it is known whether the rest is asked for',
    passage: `    const font = new Font(fontName.name, fontFile, newProperties, this.options);`,
    replacement: `    if (wholeFile !== undefined && needsFontFile(fontFile, newProperties)) {
      const bytes = await wholeFile.asyncGetBytes();
      fontFile = bytes ? new Stream(bytes, 0, bytes.length, wholeFile.dict) : wholeFile;
    }
    const font = new Font(fontName.name, fontFile, newProperties, this.options);`,
  },
  {
    reason: 'a stream gives its beginning without being moved; short ones are inflated whole as ever',
    passage: `  async asyncGetBytes(decodedLength = 0) {`,
    replacement: `  beginning() {
    const { stream } = this;
    if (this.#decodeInJS || !this.#isAsync || stream.isAsync) return null;
    const { pos } = stream;
    stream.reset();
    const bytes = stream.getBytes(${BEGINNING_BYTES});
    stream.pos = pos;
    return DecompressionStream.beginningOf(bytes);
  }
  async asyncGetBytes(decodedLength = 0) {`,
  },
];
