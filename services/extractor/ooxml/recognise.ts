/** Recognises the kind of Office Open XML document in a ZIP archive (ECMA-376 part 2) by the types of its parts. */
import { ExtractionError, type Probe, type Recognition } from '../format.ts';

export const OOXML = 'application/vnd.openxmlformats-officedocument.';

/** What distinguishes a format's packages from others. */
export interface PackageKinds {
  /**
   * Type of the main part, in lower case, with the type reported for the document; null for kinds of the family that
   * are not read.
   */
  mainParts: ReadonlyMap<string, string | null>;
  /**
   * Where the types are lost (a truncated or damaged package), names still show the kind: the more certain ones first,
   * all of them in one folder.
   */
  usualParts: readonly RegExp[];
  /** In lower case. */
  usualFolder: string;
  /** The type reported for a package without types. */
  usualType: string;
}

/** The largest package of the corpora needs 60 KB for its types; beyond this, only names are used. */
const TYPES_BYTES = 8 * 1024 * 1024;
const TYPES = '[content_types].xml';
/** Certainty by declared types, and by names alone. A package after garbage is only searched when nothing else was found. */
const CERTAINTY = { declared: 1, usualPart: 0.95, usualFolder: 0.9 } as const;

/**
 * Recognises a package. Throws `encrypted` where the archiver has encrypted the parts (ZipCrypto, AES), whose names
 * stay readable.
 */
export function recognisePackage(probe: Probe, kinds: PackageKinds): Recognition | null {
  if (probe.entries.length === 0) return null;
  const types = probe.entryNamed(TYPES);
  if (types?.encrypted) throw encrypted();
  const declared = types === undefined ? undefined : declaredType(probe, kinds);
  if (declared === null) return null;
  if (declared !== undefined) return { contentType: declared, certainty: CERTAINTY.declared };
  const names = probe.entries.filter(({ key }) => key.startsWith(kinds.usualFolder));
  const usual = kinds.usualParts.findIndex(part => names.some(({ name }) => part.test(name)));
  if (usual < 0) return null;
  if (types === undefined && probe.entries.some(entry => entry.encrypted)) throw encrypted();
  const certainty = usual === 0 ? CERTAINTY.usualPart : CERTAINTY.usualFolder;
  return { contentType: kinds.usualType, certainty };
}

const encrypted = () => new ExtractionError('encrypted', 'the document is protected by a password');

/** Returns the declared type; undefined where the package declares none, or no main part of this format. */
function declaredType(probe: Probe, { mainParts }: PackageKinds): string | null | undefined {
  const declared = declaredMainParts(probe);
  for (const [mainPart, contentType] of mainParts) if (declared.has(mainPart)) return contentType;
  return undefined;
}

/** The end of main parts' types, and the whole type around it, after the last quote. */
const MAIN = '.main';
const MAIN_PART = /["']([^"']*\.main(?:\+xml)?)["']/;
const QUOTE = /["'][^"']*$/;
const TYPE_CHARACTERS = 160;
/** A package declares one; a reference to another is rare. */
const MAIN_PARTS_MAX = 16;
const mainPartsOf = new WeakMap<Probe, ReadonlySet<string>>();

/** Returns the types of main parts, in lower case; cached, because every format asks. */
function declaredMainParts(probe: Probe): ReadonlySet<string> {
  let declared = mainPartsOf.get(probe);
  if (declared === undefined) {
    declared = mainPartsIn(typesText(probe));
    mainPartsOf.set(probe, declared);
  }
  return declared;
}

function mainPartsIn(types: string): Set<string> {
  const found = new Set<string>();
  for (
    let at = types.indexOf(MAIN);
    at >= 0 && found.size < MAIN_PARTS_MAX;
    at = types.indexOf(MAIN, at + 1)
  ) {
    const before = QUOTE.exec(types.slice(Math.max(0, at - TYPE_CHARACTERS), at))?.[0] ?? '';
    const rest = types.slice(at, at + MAIN.length + '+xml"'.length);
    found.add(MAIN_PART.exec(before + rest)?.[1] ?? '');
  }
  return found;
}

function typesText(probe: Probe): string {
  const types = probe.entry(TYPES, TYPES_BYTES);
  if (types === null) return '';
  return Buffer.from(types.buffer, types.byteOffset, types.byteLength)
    .toString(types[1] === 0 || types[0] === 0xff ? 'utf16le' : 'latin1')
    .toLowerCase();
}
