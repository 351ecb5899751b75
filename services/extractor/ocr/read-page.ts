/** Reads one picture, from pixels to lines, whichever way up it is. */
import { placedBox, placedLine } from './boxes.ts';
import { withBullets } from './bullets.ts';
import { meanConfidence } from './confidence.ts';
import { crossedRules, withoutStreaks } from './crossed-rules.ts';
import { withDashBullets } from './dash-bullets.ts';
import { dotLeaders, partedAtLeaders, withLeaders } from './dot-leaders.ts';
import type { Box, GreyImage, RecognizedPage } from './engine.ts';
import { type FoundPrint, findPrint } from './find-print.ts';
import { withSmallLetters } from './letter-case.ts';
import { isSign, type LoneSign, loneSigns, withDashes } from './lone-signs.ts';
import { partedAtRules } from './part-at-rules.ts';
import { withLightAreas } from './pixels/dark-areas.ts';
import { withoutDots } from './pixels/dots.ts';
import { flattened } from './pixels/flatten.ts';
import { isBlank, paperShade } from './pixels/ink.ts';
import { largestHeight } from './pixels/letters.ts';
import { rulesOf } from './pixels/rules.ts';
import { longestReadableSide } from './pixels/scale.ts';
import { smoothSquares } from './pixels/shade-squares.ts';
import { shadedAreas } from './pixels/shaded-areas.ts';
import { sheetOf } from './pixels/sheet.ts';
import { resized } from './pixels/transform.ts';
import { printOf } from './print.ts';
import { type Readers, readLines } from './read-lines.ts';
import { repaired } from './repairs.ts';
import { unstacked } from './stacked-figures.ts';
import { withTickBoxes } from './tick-boxes.ts';
import { readUpended } from './upended.ts';
import { withWeight } from './weight.ts';
import { withZeros } from './zeros.ts';

export async function readPage(readers: Readers, picture: GreyImage): Promise<RecognizedPage> {
  if (isBlank(picture)) return blankPage(picture);
  const { width, height } = picture;
  const factor = Math.max(1, Math.max(width, height) / longestReadableSide(width, height));
  const small = factor > 1 ? await resized(picture, width / factor, height / factor) : picture;
  const scan = asScanned(withoutDots(small));
  const found = await findPrint(readers.networks, scan);
  const page = found === null ? blankPage(scan) : await readFound(readers, found);
  return factor > 1 ? enlarged(page, factor) : page;
}

/** A photographed sheet as a scanner would show it; any other picture unchanged. */
function asScanned(picture: GreyImage): GreyImage {
  const found = sheetOf(picture);
  return found === null ? picture : flattened(picture, found.sheet, Math.ceil(RIM_SQUARES * found.side));
}

/** A sheet's edge is a shadow and is located only to half a square, so this much is cut off. */
const RIM_SQUARES = 1.5;

function blankPage({ width, height }: GreyImage): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
}

async function readFound(readers: Readers, all: FoundPrint): Promise<RecognizedPage> {
  const { image, quarterTurns } = all;
  const { upended, lines: lying } = await readUpended(readers.networks, image, all);
  const found = { ...all, lines: lying };
  const seen = darkOnLight(image);
  const print = printOf(seen);
  const squares = smoothSquares(seen, print.letterHeight);
  const dark = withLightAreas(seen, print.letterHeight, squares);
  const { mask, components, letters, letterHeight } = dark === seen ? print : printOf(dark);
  const drawn = rulesOf(dark, mask, largestHeight(letters), found.lines);
  const { horizontal } = drawn;
  const strokes = crossedRules(drawn, found.lines, mask);
  const vertical = drawn.vertical.filter(rule => !strokes.includes(rule));
  const leaders = dotLeaders(components, letterHeight);
  const parted = partedAtLeaders(partedAtRules(found.lines, { horizontal, vertical }), leaders);
  const cells = unstacked(parted, components, letterHeight);
  const signs = loneSigns(components, cells, [...horizontal, ...vertical], letterHeight);
  const clean = withoutStreaks(image, strokes, found.lines, { ruleInk: drawn.verticalInk, mask });
  const legible = clean === image ? found : { ...found, image: clean, read: new Map() };
  const withSigns = await withLoneSigns(readers, { ...legible, lines: cells }, signs);
  const { lines: known, isMostlyUnread } = await readLines(readers, withSigns);
  const read = withLeaders(withDashes(known, signs), leaders);
  const words = withZeros(withSmallLetters(repaired(read)));
  const ticked = withTickBoxes(withWeight(words, mask), components, mask);
  const lines = withDashBullets(withBullets(ticked.lines, ticked.components), ticked.components);
  const { width, height } = image;
  const rules = { horizontal, vertical };
  // Where dark areas were inverted, letters of other heights may have appeared, and the size of the squares depends on
  // them.
  const shaded = shadedAreas(seen, letterHeight, dark === seen ? squares : undefined);
  const confidence = meanConfidence(lines);
  return { width, height, quarterTurns, lines, upended, rules, shaded, confidence, isMostlyUnread };
}

/** The print with the lone signs that are read as figures or letters. */
async function withLoneSigns(
  { networks }: Readers,
  found: FoundPrint,
  signs: readonly LoneSign[],
): Promise<FoundPrint> {
  const lines = [...found.lines];
  for (const sign of signs) {
    if (sign.dash !== null) continue;
    const reading = await networks.read(found.image, sign);
    if (!isSign(reading)) continue;
    found.read.set(sign, reading);
    lines.push(sign);
  }
  return { ...found, lines: lines.sort((a, b) => a.top - b.top) };
}

/** Paper is lighter than this; darker grounds are a terminal, a dark theme or a blueprint. */
const DARKEST_PAPER = 110;

/** The networks can read light print, too, but everything that looks for ink cannot. */
function darkOnLight(image: GreyImage): GreyImage {
  if (paperShade(image) >= DARKEST_PAPER) return image;
  return { ...image, pixels: image.pixels.map(shade => 255 - shade) };
}

/** The page of a picture that had been reduced, in pixels of the original picture. */
function enlarged(page: RecognizedPage, factor: number): RecognizedPage {
  const { horizontal, vertical } = page.rules;
  const scaled = (rule: Box) => placedBox(rule, factor);
  return {
    ...page,
    width: Math.round(page.width * factor),
    height: Math.round(page.height * factor),
    lines: page.lines.map(line => placedLine(line, factor)),
    upended: (page.upended ?? []).map(({ runsUp, frame, words }) => ({
      ...{ runsUp, frame: placedBox(frame, factor) },
      words: words.map(word => placedBox(word, factor)),
    })),
    rules: { horizontal: horizontal.map(scaled), vertical: vertical.map(scaled) },
    shaded: (page.shaded ?? []).map(area => placedBox(area, factor)),
  };
}
