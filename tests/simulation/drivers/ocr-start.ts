/** Stands in for the extractor's report about OCR at its start, which would start a program. */
export * from '../../../services/extractor/ocr-start.ts';

export const sayWhatReads = () => undefined;
