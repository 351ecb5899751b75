/**
 * Reads the PEM file of the authority that signed a server's certificate. A mounted Secret changes while the process
 * runs, and a process may outlive the authority: if the file were read only at the start, all new connections would
 * fail on the day the authority expires.
 */
import { readFileSync } from 'node:fs';
import { InvalidSetting } from './setting-value.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/**
 * Returns a function that reads the file of the setting `name` anew on each call, or returns the last content while the
 * file cannot be read. Throws `InvalidSetting` if the file cannot be used now.
 */
export function authorityIn(name: string, file: string): () => string {
  let last = readAuthority(name, file);
  return () => {
    try {
      last = readAuthority(name, file);
    } catch {
      // While the file is being replaced it may be missing or incomplete.
    }
    return last;
  };
}

function readAuthority(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes(CERTIFICATE)) return text;
  } catch (error) {
    throw new InvalidSetting(name, error instanceof Error ? error.message : String(error));
  }
  throw new InvalidSetting(name, 'no certificate in it');
}
