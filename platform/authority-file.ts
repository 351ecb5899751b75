/**
 * The PEM file of the authority that signed a server's certificate. A mounted Secret changes while the process runs, for longer than a
 * certificate lives where nobody rolls out: an authority that was read at the start alone ends all new connections on the day it expires.
 */
import { readFileSync } from 'node:fs';
import { InvalidSetting } from './setting-value.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** What stands in the file of the setting `name` whenever it is asked. Throws `InvalidSetting` where that is nothing now. */
export function authorityIn(name: string, file: string): () => string {
  let last = readAuthority(name, file);
  return () => {
    try {
      last = readAuthority(name, file);
    } catch {
      // While it is replaced it may be gone, or half of it there.
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
