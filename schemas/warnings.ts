/**
 * The one table of warnings: the code that an answer, a job and an event carry, and what it says of the document.
 * `docs/warnings.md` is generated from it. Codes are stable.
 */
export const WARNINGS = {
  'animation-first-frame': 'Of an animation only the first frame was read.',
  'attachment-abuse':
    'A document inside this one demanded more than an honest one does, as an archive bomb does. It was left out, and so was every document after it.',
  'attachment-not-read':
    'A file attached to a mail or held by a PDF could not be read, or was over a ceiling. It is listed by name.',
  'damaged-part':
    'A part of the file, such as its styles, comments or a picture, is damaged and was left out.',
  'depth-ceiling': 'Elements of a page nested deeper than the ceiling were left out.',
  'embedded-document-skipped': 'A document that Word would import where it stands could not be read.',
  'font-without-unicode':
    'Some letters are missing: a font of the PDF does not say which characters it draws, and OCR could not read them either.',
  'form-not-read':
    'The PDF is a form described by XFA alone that could not be read; the text is that of the page for viewers without XFA.',
  'formula-without-result': 'The workbook stores no result for some cells; they show their formulas.',
  'malformed-part': 'A part of the file is not well-formed XML. It was read as far as that is possible.',
  'missing-chapter': 'A chapter that the book lists is not in the file.',
  'missing-sheet': 'A sheet that the workbook lists is not in the file.',
  'missing-slide': 'A slide that the presentation lists is not in the file.',
  'ocr-doubtful':
    'What OCR read on a page is likely wrong (its confidence is below 75), or most of the page is in no language that is installed or listed in OCR_LANGUAGES.',
  'ocr-failed':
    'OCR failed on a page, or had no time left for it; the text that the file itself has is there.',
  'page-ceiling':
    'The document has more pages, sheets or slides than the ceiling; those beyond it were left out.',
  'page-not-rendered': 'A page that needed OCR could not be rendered, and is missing.',
  'page-unreadable': 'A page is damaged, and is missing.',
  'part-ceiling':
    'A mail has more parts, or deeper nested ones, than the ceiling; those beyond it were left out.',
  'pgp-body-not-read': 'The text of a mail is encrypted with PGP.',
  'picture-damaged': 'A picture is damaged; it was read as far as it could be decoded.',
  'repeated-slide': 'The presentation lists a slide more than once; it was read once.',
  'second-engine':
    'The document was read by a simpler reader, because ours could not; some structure may be missing.',
  'smime-body-not-read': 'The text of a mail is in an S/MIME message that could not be opened.',
  'sparse-sheet':
    'A sheet has so few filled cells in so large an area that only these are given, without the empty ones.',
  'tnef-not-read': 'The text of a mail is in a TNEF container (`winmail.dat`) that could not be read.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;
