/** Signs of Chinese and Japanese that bring room of their own along; who types a space there types it before words. */
const CLOSING = /[、。，．」』）】〕〉》]$/;
const OPENING = /^[「『（【〔〈《]/;

/** Whether white between two texts is a sign's own: before an opening one, or after a closing one and before a number. */
export function isRoomOfSign(before: string, after: string): boolean {
  return OPENING.test(after) || (CLOSING.test(before) && /^\p{N}/u.test(after));
}
