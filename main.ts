/**
 * Textrail's program. Compiled code is kept between starts, which then take two thirds of the processor time; so this file imports
 * nothing of ours before it has said where (Node.js, module.enableCompileCache). `npm start` and the image say it before, by
 * NODE_COMPILE_CACHE: then this file need not be compiled either, for which Node would load a compiler.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Not the system's temporary folder: what lies there may be anybody's. Where it cannot be written it is only read.
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/compiled'));
await import('./textrail.ts');
