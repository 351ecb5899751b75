/** A program of its own: prints the precision in which the networks run faster here, or `null` if they do not run at all. */
import { fasterPrecision } from './precision.ts';

process.stdout.write(JSON.stringify(await fasterPrecision()));
