/** Models of Tesseract's languages: where they come from, and the folder they are kept in. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Tesseract's language codes; the package's name is made from the code. */
const CODE = /^[a-z]{3,}(_[a-z]+)*$/;
const MODEL = /\.traineddata(\.gz)?$/;

/** Codes of the models in a folder, sorted. */
export function modelsIn(folder: string): string[] {
  const files = readdirSync(folder).filter(name => MODEL.test(name));
  return files.map(name => name.replace(MODEL, '')).sort();
}

/**
 * Copies a model from `folder`, otherwise from Debian's package, otherwise from npm's, into the folder `kept`; returns
 * its path there. Throws if there is none.
 */
export function addModel(code: string, folder: string | undefined, kept: string): string {
  if (!CODE.test(code)) throw new Error(`${code} is no language code of Tesseract, such as srp or deu_latf`);
  const work = mkdtempSync(join(tmpdir(), 'textrail-language-'));
  try {
    const found =
      folder === undefined ? (fromDebian(code, work) ?? fromNpm(code, work)) : inFolder(code, folder);
    if (found === null) throw new Error(`no model of ${code} was found`);
    const target = join(kept, `${code}.traineddata.gz`);
    if (found.endsWith('.gz')) copyFileSync(found, target);
    else writeFileSync(target, gzipSync(readFileSync(found), { level: 9 }));
    return target;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function inFolder(code: string, folder: string): string | null {
  const files = [join(folder, `${code}.traineddata`), join(folder, `${code}.traineddata.gz`)];
  return files.find(file => existsSync(file)) ?? null;
}

function fromDebian(code: string, work: string): string | null {
  const name = `tesseract-ocr-${code.replaceAll('_', '-')}`;
  if (!runs('apt-get', ['download', '-q', name], work)) return null;
  const file = readdirSync(work).find(entry => entry.startsWith(`${name}_`) && entry.endsWith('.deb'));
  return file !== undefined && runs('dpkg-deb', ['-x', file, 'deb'], work)
    ? modelBelow(join(work, 'deb'))
    : null;
}

function fromNpm(code: string, work: string): string | null {
  if (!runs('npm', ['pack', '--silent', `@tesseract.js-data/${code}`], work)) return null;
  const file = readdirSync(work).find(entry => entry.endsWith('.tgz'));
  if (file === undefined || !runs('tar', ['-xzf', file], work)) return null;
  // The package's other folder holds models of three times the size that read no better.
  return modelBelow(join(work, 'package', '4.0.0_best_int'));
}

function runs(program: string, parameters: readonly string[], cwd: string): boolean {
  try {
    execFileSync(program, parameters, { cwd, stdio: 'ignore' });
    return true;
  } catch {
    // The program is not installed, or has no such package; another source may.
    return false;
  }
}

function modelBelow(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(name => MODEL.test(name));
  return file === undefined ? null : join(folder, file);
}
