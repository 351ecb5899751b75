/** What has expired is deleted, also where nobody asks for it any more. */
import type { Check } from '../evidence.ts';

export const whatExpiresIsDeleted: Check = ({ expired }) =>
  expired.map(text => ({ rule: 'what has expired is deleted', text }));
