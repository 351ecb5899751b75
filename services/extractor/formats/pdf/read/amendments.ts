/**
 * What extraction needs of pdf.js and its public interface keeps to itself. The package is pinned; a passage that a
 * new version words differently stays as it is, and a test says so.
 */
interface Amendment {
  reason: string;
  passage: string;
  replacement: string;
}

export const AMENDMENTS: Amendment[] = [
  {
    reason: 'the place of a picture is kept though its pixels are not decoded (`maxImageSize`)',
    passage: `      warn(msg);
      return;
    }
    let optionalContent;
    if (dict.has("OC")) {
      optionalContent = await this.parseMarkedContentProps(dict.get("OC"), resources);
    }
    const imageMask`,
    replacement: `      operatorList.addOp(OPS.paintImageXObject, [imageRef ? String(imageRef) : null, w, h]);
      return;
    }
    let optionalContent;
    if (dict.has("OC")) {
      optionalContent = await this.parseMarkedContentProps(dict.get("OC"), resources);
    }
    const imageMask`,
  },
  {
    reason: 'marked content brings its replacement text along (ActualText, ISO 32000-1, 14.9.4)',
    passage: `args = [args[0].name, args[1] instanceof Dict ? args[1].get("MCID") : null];`,
    replacement: `{
              const properties = args[1] instanceof Dict ? args[1] : args[1] instanceof Name ? resources.get("Properties")?.get?.(args[1].name) : null;
              const actual = properties instanceof Dict ? properties.get("ActualText") : null;
              args = [args[0].name, properties instanceof Dict ? properties.get("MCID") ?? null : null, typeof actual === "string" ? stringToPDFString(actual) : null];
            }`,
  },
];

export function amend(source: string): string {
  return AMENDMENTS.reduce(
    (text, { passage, replacement }) => text.replace(passage, () => replacement),
    source,
  );
}
