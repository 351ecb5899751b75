/** Which kind of Office Open XML document a zip archive is (ECMA-376 part 2: the types of its parts say so). */
import type { CentralEntry } from '../archive/central-directory.ts';
import { inflateEntry, packageEntries } from './package-entries.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument.';

/** Type of the main part -> types the document may be reported as, most precise first. */
const KINDS: readonly (readonly [mainPart: string, contentTypes: readonly string[]])[] = [
  [`${OOXML}wordprocessingml.document.main+xml`, [`${OOXML}wordprocessingml.document`]],
  [
    `${OOXML}wordprocessingml.template.main+xml`,
    [`${OOXML}wordprocessingml.template`, `${OOXML}wordprocessingml.document`],
  ],
  [
    'application/vnd.ms-word.document.macroenabled.main+xml',
    ['application/vnd.ms-word.document.macroenabled.12', `${OOXML}wordprocessingml.document`],
  ],
  [
    'application/vnd.ms-word.template.macroenabledtemplate.main+xml',
    ['application/vnd.ms-word.template.macroenabled.12', `${OOXML}wordprocessingml.document`],
  ],
  [`${OOXML}presentationml.presentation.main+xml`, [`${OOXML}presentationml.presentation`]],
  [
    `${OOXML}presentationml.slideshow.main+xml`,
    [`${OOXML}presentationml.slideshow`, `${OOXML}presentationml.presentation`],
  ],
  [
    `${OOXML}presentationml.template.main+xml`,
    [`${OOXML}presentationml.template`, `${OOXML}presentationml.presentation`],
  ],
  [
    'application/vnd.ms-powerpoint.presentation.macroenabled.main+xml',
    ['application/vnd.ms-powerpoint.presentation.macroenabled.12', `${OOXML}presentationml.presentation`],
  ],
  [
    'application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml',
    ['application/vnd.ms-powerpoint.slideshow.macroenabled.12', `${OOXML}presentationml.presentation`],
  ],
  [
    'application/vnd.ms-powerpoint.template.macroenabled.main+xml',
    ['application/vnd.ms-powerpoint.template.macroenabled.12', `${OOXML}presentationml.presentation`],
  ],
  [`${OOXML}spreadsheetml.sheet.main+xml`, [`${OOXML}spreadsheetml.sheet`]],
  [
    `${OOXML}spreadsheetml.template.main+xml`,
    [`${OOXML}spreadsheetml.template`, `${OOXML}spreadsheetml.sheet`],
  ],
  [
    'application/vnd.ms-excel.sheet.macroenabled.main+xml',
    ['application/vnd.ms-excel.sheet.macroenabled.12', `${OOXML}spreadsheetml.sheet`],
  ],
  [
    'application/vnd.ms-excel.template.macroenabled.main+xml',
    ['application/vnd.ms-excel.template.macroenabled.12', `${OOXML}spreadsheetml.sheet`],
  ],
  [
    'application/vnd.ms-excel.sheet.binary.macroenabled.main',
    ['application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ],
];

/** Where the types are lost (a truncated or damaged package), the usual folders still tell the kind. */
const USUAL_PARTS: readonly (readonly [part: RegExp, contentType: string])[] = [
  [/^word\/document\d*\.xml$/i, `${OOXML}wordprocessingml.document`],
  [/^ppt\/presentation\d*\.xml$/i, `${OOXML}presentationml.presentation`],
  [/^xl\/workbook\d*\.xml$/i, `${OOXML}spreadsheetml.sheet`],
  [/^word\//i, `${OOXML}wordprocessingml.document`],
  [/^ppt\//i, `${OOXML}presentationml.presentation`],
  [/^xl\/(?!.*\.bin$)/i, `${OOXML}spreadsheetml.sheet`],
];

/** The largest package of the corpora needs 60 KB for its types; beyond this the names have to do. */
const TYPES_BYTES = 8 * 1024 * 1024;

export type OfficeKind = { encrypted: true } | { encrypted: false; contentTypes: readonly string[] };

/** The package's kind; null for a zip archive that is no office package. */
export function officeKind(bytes: Uint8Array): OfficeKind | null {
  const entries = packageEntries(bytes);
  const byName = USUAL_PARTS.find(([part]) => entries.some(entry => part.test(entry.name)));
  const types = entries.find(entry => /^\/?\[content_types\]\.xml$/i.test(entry.name));
  if (types === undefined && byName === undefined) return null;
  if (isEncrypted(entries, types)) return { encrypted: true };
  const declared = types === undefined ? null : inflateEntry(bytes, types, TYPES_BYTES);
  const kinds = declared === null ? undefined : kindByTypes(declared);
  if (kinds !== undefined) return { encrypted: false, contentTypes: kinds };
  return byName === undefined ? null : { encrypted: false, contentTypes: [byName[1]] };
}

/** Zip's own encryption (ZipCrypto, AES) leaves the names readable and hides the parts. */
function isEncrypted(entries: CentralEntry[], types: CentralEntry | undefined): boolean {
  return types?.encrypted ?? entries.some(entry => entry.encrypted);
}

function kindByTypes(declared: Uint8Array): readonly string[] | undefined {
  const text = Buffer.from(declared.buffer, declared.byteOffset, declared.byteLength)
    .toString(declared[1] === 0 || declared[0] === 0xff ? 'utf16le' : 'latin1')
    .toLowerCase();
  return KINDS.find(([mainPart]) => text.includes(`"${mainPart}"`) || text.includes(`'${mainPart}'`))?.[1];
}
