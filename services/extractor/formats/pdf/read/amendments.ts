/**
 * What extraction needs of pdf.js and its public interface keeps to itself, and work it does only for drawing. The
 * package is pinned; a passage that a new version words differently stays as it is, and a test says so.
 */
import type { Amendment } from './amendment.ts';
import { BUDGET_AMENDMENTS, BUDGET_API_AMENDMENTS } from './amendments-budget.ts';
import { CODE_MAP_AMENDMENTS } from './amendments-code-maps.ts';
import { FONT_FILE_AMENDMENTS } from './amendments-font-files.ts';
import { LEXER_AMENDMENTS } from './amendments-lexer.ts';
import { OPERATOR_AMENDMENTS } from './amendments-operators.ts';

export const CORE_AMENDMENTS: readonly Amendment[] = [
  ...BUDGET_AMENDMENTS,
  ...CODE_MAP_AMENDMENTS,
  ...FONT_FILE_AMENDMENTS,
  ...LEXER_AMENDMENTS,
  ...OPERATOR_AMENDMENTS,
  {
    reason:
      'the place and the stream of a picture are kept though its pixels are not decoded (`maxImageSize`)',
    passage: `      warn(msg);
      return;
    }
    let optionalContent;
    if (dict.has("OC")) {
      optionalContent = await this.parseMarkedContentProps(dict.get("OC"), resources);
    }
    const imageMask`,
    replacement: `      operatorList.addOp(OPS.paintImageXObject, [imageRef ? String(imageRef) : null, w, h, image]);
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
  {
    reason: 'elements of the structure tree bring their replacement text along, apart from alternative text',
    passage: `      let alt = node.dict.get("Alt");`,
    replacement: `      const actual = node.dict.get("ActualText");
      if (typeof actual === "string") {
        obj.actual = stringToPDFString(actual);
      }
      let alt = node.dict.get("Alt");`,
  },
  {
    reason: 'codes that the map to Unicode leaves out are told by the names in the font, where it has any',
    passage: `  if (properties.hasIncludedToUnicodeMap) {
    return;
  }
  if (builtInEncoding === properties.defaultEncoding) {`,
    replacement: `  if (properties.hasIncludedToUnicodeMap && properties.composite) {
    return;
  }
  if (builtInEncoding === properties.defaultEncoding) {`,
  },
  {
    reason: 'and only those',
    passage: `    const glyphName = builtInEncoding[charCode];
    const unicode = getUnicodeForGlyph(glyphName, glyphsUnicodeMap);
    if (unicode !== -1) {
      toUnicode.set(+charCode, String.fromCharCode(unicode));`,
    replacement: `    const glyphName = builtInEncoding[charCode];
    const unicode = getUnicodeForGlyph(glyphName, glyphsUnicodeMap);
    if (unicode !== -1 && !(properties.hasIncludedToUnicodeMap && properties.toUnicode.has(+charCode))) {
      toUnicode.set(+charCode, String.fromCharCode(unicode));`,
  },
  {
    reason: 'of a Type 1 or CFF font its encoding and matrix are read; no OpenType file is made of it',
    passage: `      adjustType1ToUnicode(properties, properties.builtInEncoding);
    }
    const glyphZeroId`,
    replacement: `      adjustType1ToUnicode(properties, properties.builtInEncoding);
    }
    return undefined;
    const glyphZeroId`,
  },
  {
    reason: 'nor is its CFF program written anew',
    passage: `this.data = compiler.compile();`,
    replacement: '',
  },
  {
    reason: 'nor are Type 1 outlines turned into CFF',
    passage: `    const type2Charstrings = this.getType2Charstrings(charstrings);
    const subrs = this.getType2Subrs(data.subrs);
    this.charstrings = charstrings;
    this.data = this.wrap(name, type2Charstrings, this.charstrings, subrs, properties);
    this.seacs = this.getSeacs(data.charstrings);`,
    replacement: `    this.charstrings = charstrings;`,
  },
  {
    reason: 'outlines in CFF fonts are not gone through',
    passage: `    const seacs = new Map();
    const widths = [];
    const count = charStrings.count;`,
    replacement: `    return { charStrings, seacs: new Map(), widths: [] };
    const seacs = new Map();
    const widths = [];
    const count = charStrings.count;`,
  },
  {
    reason:
      'the encrypted half of a Type 1 font, its outlines, is read only for the widths that the PDF leaves out',
    passage: `    const eexecBlockParser = new Type1Parser(eexecBlock.stream`,
    replacement: `    const { widths, firstChar, lastChar } = properties;
    const lacksWidth = (_name, code) => code >= firstChar && code <= lastChar && widths[code] === undefined;
    if (!properties.builtInEncoding?.some(lacksWidth)) return { charstrings: [], subrs: [], properties: {} };
    const eexecBlockParser = new Type1Parser(eexecBlock.stream`,
  },
  {
    reason: 'ends its listeners without an error to tell them: its stack trace cost 1 % of a short document',
    passage: `this.#messageAC?.abort();`,
    replacement: `this.#messageAC?.abort(null);`,
  },
  {
    reason: 'outlines of glyphs are not asked for',
    passage: `static buildFontPaths(font, glyphs, handler, evaluatorOptions) {`,
    replacement: `static buildFontPaths(font, glyphs, handler, evaluatorOptions) {
    return;`,
  },
  {
    reason: 'standard fonts that a file leaves out are not loaded: widths and characters are in tables',
    passage: `  async fetchStandardFontData(name) {`,
    replacement: `  async fetchStandardFontData(name) {
    return null;`,
  },
  {
    reason: 'the text under links and in appearances is not asked for: pages with links would be read twice',
    passage: `      if (annotation.hasTextContent && isVisible) {
        partialEvaluator ??=`,
    replacement: `      continue;
      if (annotation.hasTextContent && isVisible) {
        partialEvaluator ??=`,
  },
  {
    reason: 'glyphs by CID are for drawing; of fonts that are not embedded the text hangs on them, too',
    passage: `if (cidToGidMap instanceof BaseStream) {
          cidToGidBytes`,
    replacement: `if (cidToGidMap instanceof BaseStream && !properties.file) {
          cidToGidBytes`,
  },
  {
    reason: 'blend modes are not looked for: to find them, all resources of a page are walked through',
    passage: `transparency: partialEvaluator.hasBlendModes(resources, this.nonBlendModesSet),`,
    replacement: `transparency: false,`,
  },
  {
    reason: 'gradients are not computed: it is enough to know where they are painted',
    passage: `    let id = localShadingPatternCache.get(shading);
    if (id) {
      return id;
    }
    let patternIR;`,
    replacement: `    return "gradient";
    let id;
    let patternIR;`,
  },
  {
    reason:
      'of all fields of a form only those without a parent are looked for, not made into objects as well',
    passage: `    promises.getOrInsertComputed(name, makeArr).push(AnnotationFactory.create(xref, fieldRef, annotationGlobals, null, true, orphanFields, null, null).then(annotation => annotation?.getFieldObject()).catch(reason => {
      warn(\`#collectFieldObjects: "\${reason}".\`);
      return null;
    }));`,
    replacement: '',
  },
  {
    reason: 'fonts bring along how their codes were turned into Unicode',
    passage: `"toFontChar", "type", "vmetrics", "widths"];`,
    replacement: `"toFontChar", "toUnicode", "type", "vmetrics", "widths"];`,
  },
  {
    reason:
      'a font that was met before is at hand: looking it up anew took five promises for each change of font',
    passage: `            next(self.handleSetFont(resources, args, null, operatorList, task, stateManager.state, fallbackFontDict, null, seenRefs).then(function (loadedName) {`,
    replacement: `            const known = knownFonts.get(args[0]);
            if (known !== undefined) {
              stateManager.state.font = known.font;
              operatorList.addDependency(known.loadedName);
              args = [known.loadedName, fontSize];
              break;
            }
            const fontOf = args[0];
            next(self.handleSetFont(resources, args, null, operatorList, task, stateManager.state, fallbackFontDict, null, seenRefs).then(function (loadedName) {
              const { font } = stateManager.state;
              if (fontOf instanceof Name && !font.isType3Font) knownFonts.set(fontOf, { font, loadedName });`,
  },
  {
    reason: 'fonts by the names that a content stream calls them by',
    passage: `    const localTilingPatternCache = new LocalTilingPatternCache();
    const localShadingPatternCache = new Map();`,
    replacement: `    const localTilingPatternCache = new LocalTilingPatternCache();
    const knownFonts = new Map();
    const localShadingPatternCache = new Map();`,
  },
  {
    reason: 'a page is one piece: its operators were sent, copied and gathered again by the thousand',
    passage: `static CHUNK_SIZE = 1000;`,
    replacement: `static CHUNK_SIZE = Number.POSITIVE_INFINITY;`,
  },
  {
    reason: 'and what was sent is not emptied',
    passage: `    this.fnArray.length = 0;
    this.argsArray.length = 0;`,
    replacement: `    this.fnArray = [];
    this.argsArray = [];`,
  },
  {
    reason: 'messages stay in this process: nothing is transferred',
    passage: `get _transfers() {`,
    replacement: `get _transfers() {
    return [];`,
  },
];

export const API_AMENDMENTS: readonly Amendment[] = [
  ...BUDGET_API_AMENDMENTS,
  {
    reason: 'nothing is drawn: the canvas package costs its loading and memory',
    passage: `canvas = require("@napi-rs/canvas");
    } catch`,
    replacement: `canvas = { DOMMatrix: class {}, Path2D: class {} };
    } catch`,
  },
  {
    reason: 'ends its listeners without an error to tell them, as the core does',
    passage: `this.#messageAC?.abort();`,
    replacement: `this.#messageAC?.abort(null);`,
  },
  {
    reason: 'nor does the worker',
    passage: `this.#workerAC?.abort();`,
    replacement: `this.#workerAC?.abort(null);`,
  },
  {
    reason: 'the first piece of an operator list is all of it, as a rule',
    passage: `    for (let i = 0, ii = operatorListChunk.length; i < ii; i++) {
      intentState`,
    replacement: `    const isFirst = intentState.operatorList.fnArray.length === 0;
    if (isFirst) Object.assign(intentState.operatorList, { fnArray: operatorListChunk.fnArray, argsArray: operatorListChunk.argsArray });
    for (let i = 0, ii = isFirst ? 0 : operatorListChunk.length; i < ii; i++) {
      intentState`,
  },
];
