/** Decodes picture files to grey pixels, page by page. */
import type { Metadata, ResizeOptions, Sharp, SharpOptions } from 'sharp';
import { type Ceilings, ExtractionError } from '../../format.ts';
import type { GreyImage } from '../../ocr/engine.ts';
import { longestReadableSide } from '../../ocr/pixels/scale.ts';
import { greyPixels, loadSharp } from '../../ocr/pixels/transform.ts';
import { decodeBmp } from './bmp.ts';
import { betterGround } from './ground.ts';
import { pixelShape } from './pixel-shape.ts';
import { ownPages, pageAlone, type TiffDirectories, tiffDirectories } from './tiff-directories.ts';

/** A page's pixels, and what is wrong with them if only a part could be read. */
export interface Decoded {
  image: GreyImage;
  damage: ExtractionError | null;
}

export interface Pictures {
  /** Number of pages in the file. */
  count: number;
  /** Whether the further frames are an animation instead of pages. */
  animated: boolean;
  /** Whether pages are lost after those that are counted. */
  cutOff: boolean;
  /** Decodes one page, counted from 0. Throws `ExtractionError` where nothing of it can be read. */
  decode: (page: number) => Promise<Decoded>;
}

/** TIFF's pages are pages; the frames of other kinds are an animation. */
const PAGED_TYPE = 'image/tiff';
const BMP_TYPE = 'image/bmp';
/** Most pixels of a side. libvips processes row by row, .15 µs each, however narrow they are; no scroll is a tenth as long. */
const SIDE_MAX = 1_000_000;
/**
 * How many times the ceiling's pixels may pass through a decoder that works row by row and holds few of them: a page at
 * 1,200 dpi.
 */
const IN_ROWS = 2;
const NO_DIRECTORIES: TiffDirectories = { directories: [], mended: null };

/** Throws `ExtractionError` if the bytes are not a readable picture, or if it is above the ceiling of pixels. */
export async function openPictures(
  bytes: Uint8Array,
  contentType: string,
  ceilings: Ceilings,
): Promise<Pictures> {
  if (contentType === BMP_TYPE) {
    const image = decodeBmp(bytes, ceilings.pixels);
    const damage = image.isCutOff
      ? new ExtractionError('extraction_failed', 'The picture is damaged.')
      : null;
    return { count: 1, animated: false, cutOff: false, decode: async () => ({ image, damage }) };
  }
  const sharp = await loadSharp();
  const paged = contentType === PAGED_TYPE;
  const { directories, mended } = paged ? tiffDirectories(bytes) : NO_DIRECTORIES;
  const open = (options: SharpOptions, file = mended ?? bytes) =>
    sharp(file, { ...options, limitInputPixels: IN_ROWS * ceilings.pixels });
  // For an empty file it throws at once.
  const metadata = await readable((async () => open(LENIENT).metadata())()).catch(error => {
    if (directories.length < 2 || error.bomb) throw error;
    return null;
  });
  if (metadata !== null && isAbove(ceilings.pixels, metadata)) throw tooLarge();
  const frames = metadata === null ? 0 : (metadata.pages ?? 1);
  // libvips counts none after a directory that it cannot read; of pages beyond our directories, the places are unknown.
  const pages = directories.length >= frames ? ownPages(directories) : [...Array(paged ? frames : 1).keys()];
  const decode = async (options: SharpOptions, page: number) => {
    const directory = directories[page];
    const shape = pixelShape(bytes, contentType, directory);
    const seen = (picture: Sharp) => readable(onGround(picture, shape, ceilings.pixels));
    const start = directory?.oldJpeg ?? null;
    if (start !== null) return seen(sharp(bytes.subarray(start), { limitInputPixels: ceilings.pixels }));
    if (!paged) return seen(open(options));
    const isAlone = directory === undefined || directories.length === 1;
    const among = () => seen(open({ ...WARNINGS_PASS, page }));
    if (isAlone) return among();
    const alone = () => seen(open(WARNINGS_PASS, pageAlone(bytes, directory)));
    return page < frames ? among().catch(error => (error.bomb ? Promise.reject(error) : alone())) : alone();
  };
  return {
    count: pages.length,
    animated: !paged && frames > 1,
    cutOff: mended !== null,
    decode: index => {
      const page = pages[index] ?? index;
      const strict = (): Promise<GreyImage> => decode({}, page);
      return FILLED_UP.has(contentType) ? whatIsThere(strict, () => decode(LENIENT, page)) : whole(strict);
    },
  };
}

/**
 * Whether a picture is above the ceiling. Interlaced files, other kinds, and coloured TIFF, which may be one strip, are
 * held in memory completely.
 */
function isAbove(ceiling: number, metadata: Metadata): boolean {
  const { width, height, format, isProgressive, hasAlpha, channels, depth } = metadata;
  if (Math.max(width, height) > SIDE_MAX) return true;
  const passes = format === 'jpeg' || format === 'png' || (format === 'tiff' && channels === 1);
  const isHeld = !passes || isProgressive || hasAlpha || depth !== 'uchar';
  return width * height > (isHeld ? ceiling : IN_ROWS * ceiling);
}

/** Despite many of libtiff's warnings, such as LZW of before 1988 or a directory that loops, it has read the picture. */
const WARNINGS_PASS: SharpOptions = { failOn: 'error' };

/** Decoders return what they could read, and fill the rest … */
const LENIENT: SharpOptions = { failOn: 'none' };
/** … with one shade for these types; PNG's leaves what was in its memory before, which may be another document's. */
const FILLED_UP: ReadonlySet<string> = new Set(['image/jpeg', 'image/gif']);

const whole = async (strict: () => Promise<GreyImage>): Promise<Decoded> => ({
  image: await strict(),
  damage: null,
});

/** Decodes what comes before the damage or the end of a file that is cut off. */
async function whatIsThere(
  strict: () => Promise<GreyImage>,
  lenient: () => Promise<GreyImage>,
): Promise<Decoded> {
  try {
    return await whole(strict);
  } catch (error) {
    if (!(error instanceof ExtractionError) || error.bomb) throw error;
    return { image: await lenient(), damage: error };
  }
}

/**
 * If the brightest shade of a picture of more than 8 bits is at most this, it does not use its range: 12 bits in 16, or
 * floats up to 1.
 */
const DIM_SHADE = 64;
const WHITE_SHADE = 255;

/** Decodes a picture and puts white behind its transparent parts, or black if print would be lost on white. */
async function onGround(picture: Sharp, shape: number, ceiling: number): Promise<GreyImage> {
  const metadata = await picture.metadata();
  // Pages of a TIFF may be of other kinds than its first.
  if (isAbove(ceiling, metadata)) throw tooLarge();
  const size = sizeOf(metadata, shape);
  const seen = (each: Sharp) => greyPixels(each.autoOrient().resize(size));
  const onWhite = await seen(picture.clone().flatten({ background: '#ffffff' }));
  if (metadata.hasAlpha) {
    const onBlack = await seen(picture.clone().flatten({ background: '#000000' }));
    return betterGround(onWhite, onBlack) ?? (await seen(picture.removeAlpha()));
  }
  if (metadata.depth === 'uchar') return onWhite;
  const brightest = onWhite.pixels.reduce((most, shade) => Math.max(most, shade), 1);
  return brightest < DIM_SHADE ? seen(picture.linear(WHITE_SHADE / brightest)) : onWhite;
}

/**
 * Returns the size at which a picture is decoded, turned as EXIF says and with square pixels. The decoder reduces it
 * while decoding, and never holds all pixels.
 */
function sizeOf({ autoOrient, orientation = 1 }: Metadata, shape: number): ResizeOptions {
  const { width, height } = autoOrient;
  if (shape === 1) {
    const side = longestReadableSide(width, height);
    return { width: side, height: side, fit: 'inside', withoutEnlargement: true };
  }
  const turned = orientation >= FIRST_ON_ITS_SIDE ? 1 / shape : shape;
  const [wide, high] = [width * Math.max(1, 1 / turned), height * Math.max(1, turned)];
  const factor = Math.min(1, longestReadableSide(wide, high) / Math.max(wide, high));
  const [across, down] = [wide, high].map(side => Math.max(1, Math.round(side * factor)));
  return { width: across, height: down, fit: 'fill' };
}

/** EXIF's orientations from here on have the picture's rows as columns. */
const FIRST_ON_ITS_SIDE = 5;

/** Passes on only the kind of a decoder's error, since its messages name their own sources. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    if (error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message)) throw tooLarge(error);
    throw new ExtractionError('extraction_failed', 'The picture is damaged.', { cause: error });
  }
}

const tooLarge = (cause?: Error): ExtractionError =>
  new ExtractionError('extraction_failed', 'The picture has too many pixels.', {
    bomb: true,
    ...(cause && { cause }),
  });
