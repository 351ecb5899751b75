/** Which languages can be read, and where Tesseract's models are: in a given folder, beside this file, or in an npm package. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A language that Tesseract reads. */
export interface Language {
  /** As in `rus.traineddata`. */
  code: string;
  /** Path of the model, plain or with `.gz`. */
  file: string;
}

export const OWN_MODELS = join(import.meta.dirname, 'tessdata');
/** Integer LSTM models; the package's other folder has models three times as large that read no better. */
const PACKAGE_FOLDER = '4.0.0_best_int';
/** Tesseract's language codes: `eng`, `chi_sim`, `deu_latf`. */
const CODE = /^[a-z]{3,}(_[a-z]+)*$/i;

/** The setting's default, which prefers no language. */
const ANY = 'eng';
/** The Tesseract languages that come with the service, the most likely first; `npm run languages` adds others. */
const ON_BOARD = ['rus', 'ukr', 'bul', 'ara', 'fas', 'kor', 'hin', 'tha', 'heb', 'ell', 'vie', 'eng'];
/** The languages whose letters PP-OCRv6 reads, so that no Tesseract model is needed. */
const OF_NETWORKS = new Set(
  (
    'eng deu fra spa ita por nld pol ces slk hun ron swe dan fin nor tur cat est lav lit slv hrv bos glg eus isl ' +
    'gle cym lat sqi afr msa ind swa fil chi_sim chi_tra jpn'
  ).split(' '),
);

/**
 * The models of the languages asked for; if only the default is asked for, of all that come with the service or were
 * added. Throws one error that names every language that cannot be read.
 */
export function findLanguages(codes: readonly string[], folder: string | null): Language[] {
  if (codes.length === 0) throw new Error('OCR needs at least one language.');
  const isAny = codes.every(code => code === ANY);
  const wanted = isAny ? [...new Set([...ON_BOARD, ...addedLanguages()])] : [...new Set([...codes, ANY])];
  const found = wanted.map(code => ({ code, file: modelFile(code, folder) }));
  const missing = found.filter(({ code, file }) => file === null && !OF_NETWORKS.has(code));
  if (missing.length > 0)
    throw new Error(
      `OCR_LANGUAGES: no model for ${missing.map(({ code }) => code).join(', ')}: npm run languages -- add CODE, or put CODE.traineddata into services/extractor/ocr/tessdata.`,
    );
  return found.flatMap(({ code, file }) => (file === null ? [] : [{ code, file }]));
}

function addedLanguages(): string[] {
  return readdirSync(OWN_MODELS).flatMap(name => /^(\w+)\.traineddata(\.gz)?$/.exec(name)?.[1] ?? []);
}

function modelFile(code: string, folder: string | null): string | null {
  if (!CODE.test(code)) return null;
  const folders = [folder, OWN_MODELS, packageFolder(code)].filter(path => path !== null);
  const files = folders.flatMap(path => [
    join(path, `${code}.traineddata`),
    join(path, `${code}.traineddata.gz`),
  ]);
  return files.find(file => existsSync(file)) ?? null;
}

function packageFolder(code: string): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    return join(dirname(manifest), PACKAGE_FOLDER);
  } catch {
    // Not installed, so the other places decide.
    return null;
  }
}
