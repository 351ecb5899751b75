/** Picture files to grey pixels, page by page. */
import type { Sharp, SharpOptions } from 'sharp';
import { type Ceilings, ExtractionError } from '../../format.ts';
import type { GreyImage } from '../../ocr/engine.ts';
import { isBlank } from '../../ocr/pixels/ink.ts';
import { longestReadableSide } from '../../ocr/pixels/scale.ts';
import { greyPixels, loadSharp } from '../../ocr/pixels/transform.ts';
import { decodeBmp } from './bmp.ts';

export interface Pictures {
  /** Pages in the file. */
  count: number;
  /** Whether the further frames are an animation and not pages. */
  animated: boolean;
  /** Decodes one page, counted from 0. Throws `ExtractionError` where it is damaged. */
  decode: (page: number) => Promise<GreyImage>;
}

/** TIFF's pages are pages; the frames of the others are an animation. */
const PAGED_TYPE = 'image/tiff';
const BMP_TYPE = 'image/bmp';

/** Throws `ExtractionError` for what is no readable picture and for one above the ceiling of pixels. */
export async function openPictures(
  bytes: Uint8Array,
  contentType: string,
  ceilings: Ceilings,
): Promise<Pictures> {
  if (contentType === BMP_TYPE) {
    const image = decodeBmp(bytes, ceilings.pixels);
    return { count: 1, animated: false, decode: async () => image };
  }
  const sharp = await loadSharp();
  const open = (options: SharpOptions) => sharp(bytes, { ...options, limitInputPixels: ceilings.pixels });
  // Of no bytes at all it throws at once.
  const metadata = await readable((async () => open({}).metadata())());
  if (metadata.width * metadata.height > ceilings.pixels) throw tooLarge();
  const pages = metadata.pages ?? 1;
  const paged = contentType === PAGED_TYPE;
  return {
    count: paged ? pages : 1,
    animated: !paged && pages > 1,
    decode: page => readable(onGround(open(paged ? { page } : {}))),
  };
}

/** Grounds for what is transparent: white paper, and black where nothing is to be seen on that. */
const GROUNDS = ['#ffffff', '#000000'] as const;

async function onGround(picture: Sharp): Promise<GreyImage> {
  const { width, height, hasAlpha } = await picture.metadata();
  const side = longestReadableSide(width, height);
  const [white, black] = GROUNDS;
  const onPaper = await flattened(picture.clone(), side, white);
  return hasAlpha && isBlank(onPaper) ? await flattened(picture, side, black) : onPaper;
}

/** Turned as EXIF says. The decoder shrinks as it goes and never holds all pixels. */
function flattened(picture: Sharp, side: number, background: string): Promise<GreyImage> {
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
  return greyPixels(picture.autoOrient().flatten({ background }).resize(size));
}

/** The decoders' messages name their own sources, so only their kind is passed on. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message)) throw tooLarge(error);
    throw new ExtractionError('extraction_failed', 'The picture is damaged.', { cause: error });
  }
}

const tooLarge = (cause?: Error): ExtractionError =>
  new ExtractionError('extraction_failed', 'The picture has too many pixels.', {
    bomb: true,
    ...(cause && { cause }),
  });
