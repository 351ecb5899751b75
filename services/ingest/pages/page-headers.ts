/**
 * Headers of the pages that people open. Nothing is loaded from anywhere else, no script or style stands in the markup, and no other
 * page may frame ours: a document's text is never taken for markup, and if it were, it could do nothing.
 */

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  // Asked for again each time, and answered 304 by its ETag.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

const FROM_HERE: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** A Content-Security-Policy (CSP, level 3): everything from here and nothing else, but for what `allowed` says. */
export function contentPolicy(allowed: Readonly<Record<string, string>>): string {
  return Object.entries({ ...FROM_HERE, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
