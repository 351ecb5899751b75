/**
 * `npm run languages -- add LANG [FOLDER]`: one more language for OCR, by Tesseract's code, from a folder with
 * `LANG.traineddata` (plain or `.gz`), else from Debian's package `tesseract-ocr-LANG`, else from the npm package
 * `@tesseract.js-data/LANG`. `npm run languages -- list`: those on board, one a line.
 */
import { OWN_MODELS } from '../services/extractor/ocr/languages.ts';
import { endWithReader } from './closed-output.ts';
import { addModel, modelsIn } from './languages/models.ts';

const USAGE = 'usage: npm run languages -- add LANG [FOLDER] | list';

endWithReader('languages');
const [action, code, folder, ...rest] = process.argv.slice(2);
try {
  if (action === 'list' && code === undefined)
    for (const language of modelsIn(OWN_MODELS)) process.stdout.write(`${language}\n`);
  else if (action === 'add' && code !== undefined && rest.length === 0)
    process.stdout.write(`${code}: ${addModel(code, folder, OWN_MODELS)}\nRestart the service to use it.\n`);
  else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`languages: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
