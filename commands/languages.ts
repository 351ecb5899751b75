/**
 * `npm run languages -- add LANG [FOLDER]`: adds a language for OCR by Tesseract's code. The model comes from a folder
 * with `LANG.traineddata` (plain or `.gz`), otherwise from Debian's package `tesseract-ocr-LANG`, otherwise from the
 * npm package `@tesseract.js-data/LANG`. `npm run languages -- list`: prints the installed ones, one a line.
 */
import { OWN_MODELS } from '../services/extractor/ocr/languages.ts';
import { endWithReader } from './closed-output.ts';
import { addModel, modelsIn } from './languages/models.ts';
import { fail, understood } from './usage.ts';

const USAGE = 'npm run languages -- add LANG [FOLDER] | list';

/** The requested action; undefined if the arguments are not understood. */
function read(): (() => string) | undefined {
  const [action, code, folder, ...rest] = process.argv.slice(2);
  if (rest.length > 0) return undefined;
  if (action === 'list' && code === undefined)
    return () =>
      modelsIn(OWN_MODELS)
        .map(language => `${language}\n`)
        .join('');
  if (action === 'add' && code !== undefined)
    return () => `${code}: ${addModel(code, folder, OWN_MODELS)}\nRestart the service to use it.\n`;
  return undefined;
}

endWithReader('languages');
try {
  process.stdout.write(understood(USAGE, read)());
} catch (error) {
  fail('languages', error);
}
