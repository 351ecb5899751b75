/** Stands in for what the extractor says of its OCR at the start: it would start a program. */
export * from '../../../services/extractor/ocr-start.ts';

export const sayWhatReads = () => undefined;
