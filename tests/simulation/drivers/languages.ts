/** Stands in for the languages of OCR: nothing is read. */
export const findLanguages = () => [];
