/** Finds captions that only their words mark: `Figure 3: …` directly under a picture, or in the paragraph that contains it. */
import type { FlowItem } from './flow.ts';

/** What figures are called before their number, which may include a chapter (`2-1`, `2.1`). */
const FIGURE =
  /^(?i:fig(?:ure|\.)?|abb(?:ildung|\.)?|bild|illustration|figura|imagen|immagine|figuur|afbeelding|rys(?:unek|\.)?|obr(?:ázek|\.)?|рис(?:унок|\.)?|ábra|kuva|figur|şekil|hình|图|圖|図|그림)\s?[\dA-Z]{1,3}(?:[.–-]\d+)*(?:\s?[.:：—–-]|\s[\p{Lu}\p{Lo}]|$)/u;
const CAPTION_CHARACTERS_MAX = 600;

/** Returns the story with such paragraphs as captions, which are later joined to their pictures. */
export function withCaptions(flow: readonly FlowItem[]): readonly FlowItem[] {
  const result: FlowItem[] = [];
  for (let at = 0; at < flow.length; at++) {
    const item = flow[at];
    if (item === undefined) continue;
    const next = flow[at + 1];
    const last = result.at(-1);
    if (isCaption(item) && last?.kind === 'image' && last.caption === null) {
      result.push({ ...item, kind: 'caption' });
    } else if (
      isCaption(item) &&
      next?.kind === 'image' &&
      flow[at + 2]?.kind !== 'caption' &&
      holds(item, next)
    ) {
      // A picture comes after the text of its own paragraph.
      result.push(next, { ...item, kind: 'caption' });
      at++;
    } else result.push(item);
  }
  return result;
}

type TextItem = Extract<FlowItem, { kind: 'paragraph' | 'caption' }>;

const isCaption = (item: FlowItem): item is TextItem =>
  item.kind === 'caption' ||
  (item.kind === 'paragraph' && item.text.length <= CAPTION_CHARACTERS_MAX && FIGURE.test(item.text));

/** Whether a caption above a picture is on the same page. */
const holds = (caption: TextItem, picture: FlowItem): boolean =>
  'page' in picture && picture.page === caption.page;
