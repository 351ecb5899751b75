/**
 * Textrail's program. Compiled code is cached between starts, which then take two thirds of the CPU time. The cache
 * must be configured before any of our modules is imported, so this file imports none at the top (Node.js,
 * module.enableCompileCache). `npm start` and the image configure it by NODE_COMPILE_CACHE instead; then this file need
 * not be compiled either, for which Node would load a compiler.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Not in the system's temporary folder, where files may be anybody's. If the folder cannot be written, the cache is
// only read.
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/compiled'));
await import('./textrail.ts');
