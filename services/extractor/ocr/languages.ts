/** Where the models of the languages are: beside this file, in a folder of the operator's, or in an npm package. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from './tesseract/reader.ts';

const OWN_MODELS = join(import.meta.dirname, 'tessdata');
/** Integerized LSTM models; the package's other folder holds models of three times the size that read no better. */
const PACKAGE_FOLDER = '4.0.0_best_int';
/** Tesseract's codes: `eng`, `chi_sim`, `deu_latf`. */
const CODE = /^[a-z]{3,}(_[a-z]+)*$/i;

/**
 * Finds `CODE.traineddata` (or `CODE.traineddata.gz`) of each language.
 * Throws one error that names every language that is missing.
 */
export function findLanguages(codes: readonly string[], folder: string | null): Language[] {
  const found = codes.map(code => ({ code, file: modelFile(code, folder) }));
  const missing = found.filter(language => language.file === null).map(language => language.code);
  if (codes.length === 0) throw new Error('OCR needs at least one language.');
  if (missing.length > 0)
    throw new Error(
      `OCR_LANGUAGES: no model for ${missing.join(', ')}: install @tesseract.js-data/CODE, or put CODE.traineddata into services/extractor/ocr/tessdata.`,
    );
  return found.flatMap(({ code, file }) => (file === null ? [] : [{ code, file }]));
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
    // Not installed: the other places decide.
    return null;
  }
}
