/** Stands in for the languages of OCR: nothing is read. */
export * from '../../../services/extractor/ocr/languages.ts';

export const findLanguages = () => [];
