/** Bullets and numbers that open list items and numbered headings. */

export const BULLET = /^[•·◦▪▫▸▹▶►‣⁃●○◯■□◆◇❖❍❑❒✓✔✗✦➢➤➔→⇨⬧∙–—*-]$/u;
const NUMBER =
  /^\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]?|[A-Z](?:\.\d{1,3}){1,4}\.?|[a-zA-Z][.)]|[ivxlcIVXLC]{1,6}[.)])\)?$/;

/** Whether a text is nothing but a marker. */
export function isMarker(text: string): boolean {
  return BULLET.test(text) || NUMBER.test(text);
}

/** Markers that open an item when they stand at the start of a line. */
const OPENING =
  /^(?:[•·◦▪▫▸▹▶►‣⁃●○◯■□◆◇❖❍❑❒✓✔✗✦➢➤➔⇨⬧∙]|[–—*-](?=\s)|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)](?=\s)|\(\d{1,3}\)(?=\s))\s*/u;

/** Whether a line begins with a list marker set apart from what follows. */
export function startsItem(text: string): boolean {
  return OPENING.test(text);
}
