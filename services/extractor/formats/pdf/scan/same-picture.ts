/** By what pictures are known again: as objects of the file, and by their pixels. */
import { createHash } from 'node:crypto';
import type { PictureBox } from '../../../layout/page/content.ts';
import type { GreyImage } from '../../../ocr/engine.ts';

/** The object and what is shown of it, in whole points: a sheet of icons is one object under many clips. */
export function objectKey({ name, left, top, right, bottom, whole }: PictureBox): string {
  const place = [right - left, bottom - top, left - (whole?.left ?? left), top - (whole?.top ?? top)];
  return [name, ...place.map(Math.round)].join(' ');
}

export function pixelsKey({ width, pixels }: GreyImage): string {
  return createHash('sha256').update(`${width} `).update(pixels).digest('base64');
}

/** Whether `box` is the part of the picture that lies on the page. */
export function shows(picture: PictureBox, box: PictureBox): boolean {
  const inside = picture.left <= box.left && picture.right >= box.right;
  return picture.name === box.name && inside && picture.top <= box.top && picture.bottom >= box.bottom;
}
