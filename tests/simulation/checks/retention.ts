/** What has expired is deleted, even if nobody asks for it again. */
import type { Check } from '../evidence.ts';

export const whatExpiresIsDeleted: Check = ({ expired }) =>
  expired.map(text => ({ rule: 'what has expired is deleted', text }));
