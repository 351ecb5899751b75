/** Picture files to grey pixels, page by page. */
import type { Metadata, ResizeOptions, Sharp, SharpOptions } from 'sharp';
import { type Ceilings, ExtractionError } from '../../format.ts';
import type { GreyImage } from '../../ocr/engine.ts';
import { longestReadableSide } from '../../ocr/pixels/scale.ts';
import { greyPixels, loadSharp } from '../../ocr/pixels/transform.ts';
import { decodeBmp } from './bmp.ts';
import { betterGround } from './ground.ts';
import { pixelShape } from './pixel-shape.ts';
import { ownPages, pageAlone, type TiffDirectories, tiffDirectories } from './tiff-directories.ts';

/** A page's pixels, and what is wrong with them where only a part of them could be read. */
export interface Decoded {
  image: GreyImage;
  damage: ExtractionError | null;
}

export interface Pictures {
  /** Pages in the file. */
  count: number;
  /** Whether the further frames are an animation and not pages. */
  animated: boolean;
  /** Whether pages are lost behind those that are counted. */
  cutOff: boolean;
  /** Decodes one page, counted from 0. Throws `ExtractionError` where nothing of it can be read. */
  decode: (page: number) => Promise<Decoded>;
}

/** TIFF's pages are pages; the frames of the others are an animation. */
const PAGED_TYPE = 'image/tiff';
const BMP_TYPE = 'image/bmp';
/** Pixels of a side. libvips goes from row to row, 0.15 µs each, however narrow they are; no scroll is a tenth as long. */
const SIDE_MAX = 1_000_000;
/** So many times the ceiling's pixels may pass through a decoder that goes row by row and holds few of them: a page at 1,200 dpi. */
const IN_ROWS = 2;
const NO_DIRECTORIES: TiffDirectories = { directories: [], mended: null };

/** Throws `ExtractionError` for what is no readable picture and for one above the ceiling of pixels. */
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
  // Of no bytes at all it throws at once.
  const metadata = await readable((async () => open(LENIENT).metadata())()).catch(error => {
    if (directories.length < 2 || error.bomb) throw error;
    return null;
  });
  if (metadata !== null && isAbove(ceilings.pixels, metadata)) throw tooLarge();
  const frames = metadata === null ? 0 : (metadata.pages ?? 1);
  // libvips counts none behind a directory that it cannot read, and of more we know no places.
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

/** Interlaced files, other kinds and TIFF in colours, which may be one strip, are held whole. */
function isAbove(ceiling: number, metadata: Metadata): boolean {
  const { width, height, format, isProgressive, hasAlpha, channels, depth } = metadata;
  if (Math.max(width, height) > SIDE_MAX) return true;
  const passes = format === 'jpeg' || format === 'png' || (format === 'tiff' && channels === 1);
  const isHeld = !passes || isProgressive || hasAlpha || depth !== 'uchar';
  return width * height > (isHeld ? ceiling : IN_ROWS * ceiling);
}

/** Much that libtiff warns of, as LZW of before 1988 or a directory that loops, it has read none the less. */
const WARNINGS_PASS: SharpOptions = { failOn: 'error' };

/** Decoders give what they could read, and fill up the rest … */
const LENIENT: SharpOptions = { failOn: 'none' };
/** … these with one shade; that of PNG leaves what lay in its memory before, which may be another document's. */
const FILLED_UP: ReadonlySet<string> = new Set(['image/jpeg', 'image/gif']);

const whole = async (strict: () => Promise<GreyImage>): Promise<Decoded> => ({
  image: await strict(),
  damage: null,
});

/** Of a file that is cut off or damaged further on, what is before it. */
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

/** Where this is the brightest of a picture of more than 8 bits, it does not use its range: 12 bits in 16, floats up to 1. */
const DIM_SHADE = 64;
const WHITE_SHADE = 255;

/** Grounds for what is transparent: white paper, and black where print is lost on that. */
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

/** To which a picture is brought, turned as EXIF says and with square pixels. The decoder shrinks as it goes and never holds all pixels. */
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

/** EXIF's orientations from here on have the rows of the picture as columns. */
const FIRST_ON_ITS_SIDE = 5;

/** The decoders' messages name their own sources, so only their kind is passed on. */
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
