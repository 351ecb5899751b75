/** Prints which precision the networks run faster in here, or `null` where they do not run at all. A program of its own. */
import { fasterPrecision } from './precision.ts';

process.stdout.write(JSON.stringify(await fasterPrecision()));
