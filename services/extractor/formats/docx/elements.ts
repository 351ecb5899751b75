/** What each element of WordprocessingML does to the walk when it opens and when it closes. */
import { authoredAlt } from '../../ooxml/alt-text.ts';
import { readChart } from '../../ooxml/chart.ts';
import { readDiagram } from '../../ooxml/diagram.ts';
import { MATH_CLOSERS, MATH_OPENERS } from '../../ooxml/formula.ts';
import { symbolText } from '../../story/symbols.ts';
import { CLOSE, OPEN } from '../../xml/reader.ts';
import { readAltChunk } from './alt-chunk.ts';
import { latinFont } from './font.ts';
import { readFormField } from './form-field.ts';
import type { NotePart } from './note-marks.ts';
import { isOff } from './on-off.ts';
import type { Walker } from './walker.ts';

type Handler = (walker: Walker) => void;

const skip: Handler = walker => walker.reader.skip();
const val = (walker: Walker): string | undefined => walker.reader.attribute('w:val');
/** Whether a value is off; `none` is not in the standard but means the same. */
const saysNo = (value: string | undefined): boolean => value === 'none' || isOff(value);

/**
 * Characters of symbol fonts, which have no meaning without the run's font; soft hyphens, which are invisible; and line
 * ends of programs that indent their XML, which are shown as a space.
 */
const SPECIAL = /[\uf020-\uf0ff\u00ad\n\r]/;

function writeContent(walker: Walker): void {
  const text = walker.reader.content();
  // A theme's font has no symbols of its own and is treated like no font.
  walker.write(SPECIAL.test(text) ? plainText(text, walker.runFont || undefined) : text);
}

const plainText = (text: string, font: string | undefined): string =>
  text
    .replaceAll('\u00ad', '')
    .replace(/(?<!\s)\s*[\n\r]\s*/g, ' ')
    .replace(/[\uf020-\uf0ff]/g, character =>
      symbolText(font ?? 'Symbol', character.charCodeAt(0).toString(16)),
    );

/** Handlers for opening elements. Those that consume their whole element leave no close behind. */
export const OPENERS: Record<string, Handler | undefined> = {
  __proto__: null as never,
  ...MATH_OPENERS,

  'w:p': walker => walker.beginParagraph(),
  'w:pPr': walker => {
    walker.inParagraphProperties = true;
  },
  'w:pStyle': walker => withParagraph(walker, draft => (draft.style = val(walker))),
  'w:numId': walker => withParagraph(walker, draft => (draft.list = val(walker))),
  'w:ilvl': walker => withParagraph(walker, draft => (draft.level = Number(val(walker)) || 0)),
  'w:outlineLvl': walker => withParagraph(walker, draft => (draft.outline = Number(val(walker)))),
  'w:framePr': walker => {
    const initial = walker.reader.attribute('w:dropCap') ?? 'none';
    if (initial !== 'none') withParagraph(walker, draft => (draft.runsOn = true));
  },
  'w:r': walker => walker.beginRun(),
  'w:rPr': walker => {
    // The properties of the paragraph mark say whether it was deleted.
    if (!walker.inParagraphProperties) readRunProperties(walker);
  },
  'w:vanish': walker => withParagraph(walker, draft => (draft.markHidden = !saysNo(val(walker)))),
  'w:tabs': skip,
  'w:pPrChange': skip,
  'w:rPrChange': skip,
  'w:tblPrChange': skip,
  'w:tblPrExChange': skip,
  'w:trPrChange': skip,
  'w:tcPrChange': skip,
  'w:sectPrChange': skip,
  'w:tblGrid': skip,

  'w:t': writeContent,
  'w:tab': walker => walker.write('\t'),
  'w:ptab': walker => walker.write('\t'),
  'w:cr': walker => walker.write('\n'),
  'w:noBreakHyphen': walker => walker.write('-'),
  'w:sym': walker =>
    walker.write(symbolText(walker.reader.attribute('w:font'), walker.reader.attribute('w:char'))),
  'w:br': walker => {
    // Page and column breaks shape the layout, not the text.
    const type = walker.reader.attribute('w:type') ?? 'textWrapping';
    walker.write(type === 'textWrapping' ? '\n' : ' ');
  },
  'w:lastRenderedPageBreak': walker => {
    walker.page++;
  },

  'w:del': walker => takeAway(walker),
  'w:moveFrom': walker => takeAway(walker),
  'w:instrText': walker => {
    const instruction = walker.reader.content();
    walker.fields.instruct(instruction);
    noteCounter(walker, instruction);
  },
  'w:fldSimple': walker => noteCounter(walker, walker.reader.attribute('w:instr') ?? ''),
  'w:delText': skip,
  'w:fldData': skip,
  'w:fldChar': walker => {
    const type = walker.reader.attribute('w:fldCharType');
    if (type === 'begin') walker.fields.begin();
    else if (type === 'separate') walker.fields.separate();
    else if (type === 'end') walker.write(walker.fields.end());
  },
  'w:ffData': walker => walker.fields.show(readFormField(walker.reader)),
  'w:sdt': walker => walker.controls.begin(),
  'w:sdtPr': walker => walker.controls.readProperties(walker.reader, walker.document.boundData),
  'w:sdtEndPr': skip,
  'w:smartTagPr': skip,
  'w:customXmlPr': skip,
  'w:rt': walker => {
    walker.reading = walker.reader.content().trim();
  },

  'mc:AlternateContent': walker => {
    walker.alternatives.push(false);
  },
  'mc:Choice': walker => chooseOnce(walker),
  'mc:Fallback': walker => chooseOnce(walker),

  'w:drawing': skipHidden,
  'w:pict': skipHidden,
  'w:object': skipHidden,
  'wp:inline': walker => {
    walker.alts.push('');
  },
  'wp:anchor': walker => {
    walker.alts.push('');
  },
  'wp:docPr': walker => {
    const [description = '', title = ''] = ['descr', 'title'].map(name => walker.reader.attribute(name));
    if (walker.alts.length > 0)
      walker.alts[walker.alts.length - 1] = authoredAlt(description) || authoredAlt(title);
    const hidden = walker.reader.attribute('hidden');
    walker.hidesGraphic = hidden !== undefined && !isOff(hidden);
  },
  'a:graphic': walker => {
    if (walker.hidesGraphic) walker.reader.skip();
    walker.hidesGraphic = false;
  },
  'pic:pic': walker => {
    walker.addImage(walker.alts.at(-1) ?? '');
    // The description of a group is used only once.
    if (walker.alts.length > 0) walker.alts[walker.alts.length - 1] = '';
  },
  'v:shape': walker => {
    walker.alts.push(walker.reader.attribute('alt') ?? '');
  },
  'v:imagedata': walker => walker.addImage(walker.alts.at(-1) ?? ''),
  'v:textpath': walker => {
    const text = walker.reader.attribute('string')?.trim() ?? '';
    if (text !== '') walker.addBlocks([{ kind: 'paragraph', text, page: walker.page }]);
  },
  'w:txbxContent': walker => walker.beginStory(),
  'c:chart': addChart,
  'cx:chart': addChart,
  // Drawings of a locked canvas have DrawingML's paragraphs (20.3.2.1), which become a story of their own.
  'a:txBody': walker => walker.beginStory(),
  'a:p': walker => walker.beginParagraph(),
  'a:t': writeContent,
  'dgm:relIds': walker => {
    const list = readDiagram(walker.office, walker.target('r:dm'), walker.page);
    if (list !== null) walker.addBlocks([list]);
  },
  'w:altChunk': walker => {
    const blocks = readAltChunk(walker.document, walker.target('r:id'));
    if (blocks === null) walker.office.warn('embedded-document-skipped');
    else walker.addBlocks(blocks);
  },

  'w:tbl': walker => walker.beginTable(),
  'w:tblStyle': walker => {
    if (walker.table !== undefined && walker.document.styles.marksFirstRow(val(walker) ?? '')) {
      walker.table.firstRowStands = true;
    }
  },
  'w:tblLook': walker => {
    if (walker.table !== undefined && !looksAtFirstRow(walker)) walker.table.firstRowStands = false;
  },
  'w:tr': walker => walker.table?.beginRow(),
  'w:trPr': walker => readRowProperties(walker),
  'w:tc': walker => walker.beginCell(),
  'w:gridSpan': walker => {
    if (walker.table !== undefined) walker.table.cell.columns = Number(val(walker)) || 1;
  },
  'w:vMerge': walker => {
    if (walker.table !== undefined) {
      walker.table.cell.merge = val(walker) === 'restart' ? 'restart' : 'continue';
    }
  },
  'w:hMerge': walker => {
    if (walker.table !== undefined) walker.table.cell.joinsLeft = val(walker) !== 'restart';
  },

  'w:footnote': walker => beginNote(walker),
  'w:endnote': walker => beginNote(walker),
  'w:comment': walker => beginNote(walker),
  'w:footnoteReference': walker => noteReference(walker, 'footnotes'),
  'w:endnoteReference': walker => noteReference(walker, 'endnotes'),
  'w:commentReference': walker => noteReference(walker, 'comments'),

  'w:headerReference': walker => noteFurniture(walker),
  'w:footerReference': walker => noteFurniture(walker),
  'w:titlePg': walker => {
    if (!saysNo(val(walker))) walker.sections.markFirstPage();
  },
};

export const CLOSERS: Record<string, Handler | undefined> = {
  __proto__: null as never,
  ...MATH_CLOSERS,
  'w:p': walker => walker.endParagraph(),
  'w:r': walker => walker.endRun(),
  'm:r': walker => walker.endRun(),
  'w:pPr': walker => {
    walker.inParagraphProperties = false;
  },
  'w:ruby': walker => {
    if (walker.reading !== '') walker.write(`(${walker.reading})`);
    walker.reading = '';
  },
  'mc:AlternateContent': walker => {
    walker.alternatives.pop();
  },
  'wp:inline': walker => {
    walker.alts.pop();
  },
  'wp:anchor': walker => {
    walker.alts.pop();
  },
  'v:shape': walker => {
    walker.alts.pop();
  },
  'w:txbxContent': walker => {
    walker.addBlocks(walker.endStory());
  },
  'w:sectPr': walker => walker.sections.end(),
  'w:sdt': walker => walker.writeAlone(walker.controls.end()),
  'a:p': walker => walker.endParagraph(),
  'a:txBody': walker => walker.addBlocks(walker.endStory()),
  'w:tbl': walker => walker.endTable(),
  'w:tr': walker => walker.table?.endRow(),
  'w:tc': walker => walker.endCell(),
};

function withParagraph(walker: Walker, apply: (draft: NonNullable<Walker['paragraph']>) => void): void {
  if (walker.inParagraphProperties && walker.paragraph !== undefined) apply(walker.paragraph);
}

/** Fields of the page's number and of the number of pages (17.16.5.38, 17.16.5.42, 17.16.5.59). */
const PAGE_COUNTER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

function noteCounter({ paragraph }: Walker, instruction: string): void {
  if (paragraph !== undefined && PAGE_COUNTER.test(instruction)) paragraph.countsPages = true;
}

function skipHidden(walker: Walker): void {
  if (walker.isHidden) walker.reader.skip();
}

function addChart(walker: Walker): void {
  walker.addBlocks(readChart(walker.office, walker.target('r:id'), walker.page));
}

/** Removes text that a tracked change deleted; or, within the properties of a paragraph, the mark that ends it. */
function takeAway(walker: Walker): void {
  if (walker.inParagraphProperties) withParagraph(walker, draft => (draft.runsOn = true));
  else takeNotesAway(walker);
}

/** Skips deleted content; notes go with their mark. A mark that was moved has a copy at its new place. */
function takeNotesAway({ reader, noteMarks }: Walker): void {
  const { depth } = reader;
  for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
    const part = token === OPEN ? NOTE_REFERENCES[reader.name] : undefined;
    if (part !== undefined) noteMarks.hide(part, reader.attribute('w:id') ?? '');
  }
}

const NOTE_REFERENCES: Record<string, NotePart | undefined> = {
  __proto__: null as never,
  'w:footnoteReference': 'footnotes',
  'w:endnoteReference': 'endnotes',
};

const RUN_PROPERTIES: Record<string, Handler | undefined> = {
  __proto__: null as never,
  'w:rPrChange': skip,
  'w:rStyle': walker => {
    walker.runStyle = val(walker);
  },
  'w:vanish': walker => {
    walker.runHidden = !saysNo(val(walker));
  },
  'w:rFonts': walker => {
    walker.runFont = latinFont(name => walker.reader.attribute(name));
  },
  'w:b': walker => {
    walker.runBold = !saysNo(val(walker));
  },
  'w:vertAlign': walker => {
    walker.runRaised = val(walker) === 'superscript';
  },
  'w:position': walker => {
    walker.runLifted = Number(val(walker)) > 0;
  },
  // In halves of a point (17.3.2.38).
  'w:sz': walker => {
    const points = Number(val(walker)) / 2;
    if (points > 0) walker.runPoints = points;
  },
};

function readRunProperties(walker: Walker): void {
  const { reader } = walker;
  const depth = reader.depth;
  for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
    if (token === OPEN) RUN_PROPERTIES[reader.name]?.(walker);
  }
}

/** Reads only the first branch of an AlternateContent; the others repeat it. */
function chooseOnce(walker: Walker): void {
  const last = walker.alternatives.length - 1;
  if (walker.alternatives[last]) walker.reader.skip();
  else if (last >= 0) walker.alternatives[last] = true;
}

/** Whether the first row has a style of its own: `w:firstRow`, or bit 0x20 of the older `w:val` (17.4.55). */
function looksAtFirstRow(walker: Walker): boolean {
  const own = walker.reader.attribute('w:firstRow');
  if (own !== undefined) return !saysNo(own);
  return (Number.parseInt(val(walker) ?? '0', 16) & 0x20) !== 0;
}

const ROW_PROPERTIES: Record<string, Handler | undefined> = {
  'w:trPrChange': skip,
  'w:tblHeader': walker => {
    if (!saysNo(val(walker))) walker.table?.markHeader();
  },
  'w:gridBefore': walker => walker.table?.skipColumns(Number(val(walker)) || 0),
  'w:del': walker => walker.table?.markDeleted(),
};

function readRowProperties(walker: Walker): void {
  const { reader } = walker;
  const depth = reader.depth;
  for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
    if (token === OPEN) ROW_PROPERTIES[reader.name]?.(walker);
  }
}

/** Begins a note. Notes with a type are the lines that separate notes from the text (17.11.17). */
function beginNote(walker: Walker): void {
  if ((walker.reader.attribute('w:type') ?? 'normal') !== 'normal') walker.reader.skip();
  else {
    const [id = '', author = ''] = ['w:id', 'w:author'].map(name => walker.reader.attribute(name));
    walker.notes.push({ id, from: walker.flow.length, author: author.trim() });
  }
}

function noteReference(walker: Walker, part: NotePart): void {
  const { reader, noteMarks } = walker;
  // Word 97 hid the marks of comments, not the comments: these are as hidden as the text that they are on.
  if (walker.isHidden && (part !== 'comments' || walker.paragraph?.endsHidden !== false)) {
    noteMarks.hide(part, reader.attribute('w:id') ?? '');
    return;
  }
  const own = reader.attribute('w:customMarkFollows');
  const hasOwnMark = own !== undefined && !isOff(own);
  walker.write(noteMarks.refer(part, reader.attribute('w:id') ?? '', hasOwnMark));
}

function noteFurniture({ reader, sections }: Walker): void {
  const id = reader.attribute('r:id');
  if (id !== undefined) sections.refer(reader.name, reader.attribute('w:type') ?? 'default', id);
}
