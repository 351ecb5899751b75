/** Stands in for the languages of OCR: there are none, because nothing is recognized. */
export * from '../../../services/extractor/ocr/languages.ts';

export const findLanguages = () => [];
