/** Installs schemathesis once into the project's cache. */
import { join } from 'node:path';
import { pythonPrograms } from '../support/python.ts';

/** The path of the program `st`, or the reason why it is missing. */
export async function schemathesis(): Promise<{ program: string } | { missing: string }> {
  const file = join(import.meta.dirname, 'requirements.txt');
  const found = await pythonPrograms('schemathesis', [{ file }]);
  return 'missing' in found ? found : { program: join(found.programs, 'st') };
}
