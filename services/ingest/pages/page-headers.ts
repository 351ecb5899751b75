/**
 * Headers of the pages that people open. Nothing is loaded from elsewhere, no script or style is inline, and no other
 * page may frame ours. A document's text is never used as markup, and if it were, it could do nothing.
 */

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  // Browsers revalidate each time, and get 304 by the ETag.
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

/** A Content-Security-Policy (CSP, level 3): only our own origin, except for what `allowed` adds. */
export function contentPolicy(allowed: Readonly<Record<string, string>>): string {
  return Object.entries({ ...FROM_HERE, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
