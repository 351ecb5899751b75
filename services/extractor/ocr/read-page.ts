/** One picture from pixels to lines, whichever way up it lies. */
import { scaledBox, scaledLine } from './boxes.ts';
import { meanConfidence } from './confidence.ts';
import type { GreyImage, RecognizedPage } from './engine.ts';
import { type FoundPrint, findPrint } from './find-print.ts';
import { withSmallLetters } from './letter-case.ts';
import { isSign, type LoneSign, loneSigns, withDashes } from './lone-signs.ts';
import { partedAtRules } from './part-at-rules.ts';
import { flattened } from './pixels/flatten.ts';
import { isBlank, paperShade } from './pixels/ink.ts';
import { largestHeight } from './pixels/letters.ts';
import { resized } from './pixels/resize.ts';
import { rulesOf } from './pixels/rules.ts';
import { longestReadableSide } from './pixels/scale.ts';
import { evenlyLit } from './pixels/shade.ts';
import { shadedAreas } from './pixels/shaded-areas.ts';
import { sheetOf } from './pixels/sheet.ts';
import { printOf } from './print.ts';
import { type Readers, readLines } from './read-lines.ts';
import { repaired } from './repairs.ts';
import { withWeight } from './weight.ts';

export async function readPage(readers: Readers, picture: GreyImage): Promise<RecognizedPage> {
  if (isBlank(picture)) return blankPage(picture);
  const { width, height } = picture;
  const factor = Math.max(width, height) / longestReadableSide(width, height);
  const small = factor > 1 ? resized(picture, width / factor, height / factor) : picture;
  const scan = asScanned(small);
  const found = await findPrint(readers.networks, scan);
  const page = found === null ? blankPage(scan) : await readFound(readers, found);
  return inPixelsOf(picture, scan, page);
}

/** A photographed sheet as a scanner would have seen it; any other picture as it is. */
function asScanned(picture: GreyImage): GreyImage {
  const found = sheetOf(picture);
  if (found === null) return picture;
  return evenlyLit(flattened(picture, found.sheet, found.squares));
}

function blankPage({ width, height }: GreyImage): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
}

async function readFound(readers: Readers, found: FoundPrint): Promise<RecognizedPage> {
  const { image, quarterTurns } = found;
  const dark = darkOnLight(image);
  const { mask, components, letters, letterHeight } = printOf(dark);
  const { horizontal, vertical } = rulesOf(dark, mask, largestHeight(letters), found.lines);
  const cells = partedAtRules(found.lines, { horizontal, vertical });
  const signs = loneSigns(components, cells, [...horizontal, ...vertical], letterHeight);
  const withSigns = await withLoneSigns(readers, { ...found, lines: cells }, signs);
  const read = withDashes(await readLines(readers, withSigns), signs);
  const lines = withWeight(withSmallLetters(repaired(read)), mask);
  const { width, height } = image;
  const rules = { horizontal, vertical };
  const shaded = shadedAreas(dark, letterHeight);
  return { width, height, quarterTurns, lines, rules, shaded, confidence: meanConfidence(lines) };
}

/** The print with the signs that read as figures or letters. */
async function withLoneSigns(
  { networks }: Readers,
  found: FoundPrint,
  signs: readonly LoneSign[],
): Promise<FoundPrint> {
  const lines = [...found.lines];
  for (const sign of signs) {
    if (sign.dash !== null) continue;
    const line = { ...sign, probability: 1 };
    const reading = await networks.read(found.image, line);
    if (!isSign(reading)) continue;
    found.read.set(line, reading);
    lines.push(line);
  }
  return { ...found, lines: lines.sort((a, b) => a.top - b.top) };
}

/** Paper darker than this is no paper: a terminal, a dark theme, a blueprint. */
const DARKEST_PAPER = 110;

/** The networks read light print as well; what looks for ink does not. */
function darkOnLight(image: GreyImage): GreyImage {
  if (paperShade(image) >= DARKEST_PAPER) return image;
  return { ...image, pixels: image.pixels.map(shade => 255 - shade) };
}

/** The page in pixels of the picture as it came, before it was made smaller. */
function inPixelsOf(picture: GreyImage, image: GreyImage, page: RecognizedPage): RecognizedPage {
  if (image.width === picture.width) return page;
  const flat = page.quarterTurns % 2 === 0;
  const factor = picture.width / image.width;
  return {
    ...page,
    width: flat ? picture.width : picture.height,
    height: flat ? picture.height : picture.width,
    lines: page.lines.map(line => scaledLine(line, factor)),
    rules: {
      horizontal: page.rules.horizontal.map(rule => scaledBox(rule, factor)),
      vertical: page.rules.vertical.map(rule => scaledBox(rule, factor)),
    },
    shaded: (page.shaded ?? []).map(area => ({ ...area, ...scaledBox(area, factor) })),
  };
}
