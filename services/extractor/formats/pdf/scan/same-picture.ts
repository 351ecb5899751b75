/** Recognises pictures that a document shows more than once, as objects of the file and by their pixels. */
import { createHash } from 'node:crypto';
import type { PictureBox } from '../../../layout/page/content.ts';
import type { GreyImage } from '../../../ocr/engine.ts';

/** Returns a key of the object and the shown part in whole points: a sheet of icons is one object under many clips. */
function objectKey({ name, left, top, right, bottom, whole }: PictureBox): string {
  const place = [right - left, bottom - top, left - (whole?.left ?? left), top - (whole?.top ?? top)];
  return [name, ...place.map(Math.round)].join(' ');
}

function pixelsKey({ width, pixels }: GreyImage): string {
  return createHash('sha256').update(`${width} `).update(pixels).digest('base64');
}

/** Whether `box` is the part of the picture that lies on the page. */
export function shows(picture: PictureBox, box: PictureBox): boolean {
  const inside = picture.left <= box.left && picture.right >= box.right;
  return picture.name === box.name && inside && picture.top <= box.top && picture.bottom >= box.bottom;
}

export class KnownPictures {
  /** Pictures already examined, by object and by pixels: logos and backgrounds are on every page. */
  private readonly seen = new Set<string>();
  /** Those of them that lie behind the text of whole pages and show nothing more. */
  private readonly backgrounds = new Set<string>();

  isNewObject(picture: PictureBox): boolean {
    return picture.name === null || this.isNew(objectKey(picture));
  }

  isNewImage(image: GreyImage): boolean {
    return this.isNew(pixelsKey(image));
  }

  /** Whether all of them lay behind the text of an earlier page at the same place, and showed no print there. */
  areBackgrounds(pictures: readonly PictureBox[]): boolean {
    return pictures.every(picture => picture.name !== null && this.backgrounds.has(objectKey(picture)));
  }

  keepBackgrounds(pictures: readonly PictureBox[]): void {
    for (const picture of pictures) this.backgrounds.add(objectKey(picture));
  }

  private isNew(key: string): boolean {
    const isNew = !this.seen.has(key);
    this.seen.add(key);
    return isNew;
  }
}
