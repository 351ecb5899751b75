/** What a group of RTF may change and gives back at its end. */

/** Where the text of a group goes. */
export type Destination =
  | 'body'
  /** Nowhere: data, properties, what is drawn from elsewhere. */
  | 'nothing'
  | 'fonts'
  | 'styles'
  /** The bullet or number that stands before a paragraph. */
  | 'marker'
  | 'author'
  /** What a field is to show, which its result tells. */
  | 'instruction'
  /** How a row of a table in a cell is laid out, and its end. */
  | 'nestedRow';

export interface GroupState {
  destination: Destination;
  /** `\*` was met: if the next word names no destination that is known, the group is to be left out. */
  isOptional: boolean;
  /** The group has had more than `\*`; a destination is named at its begin, so there the sign means nothing. */
  hasBegun: boolean;
  /** Characters behind `\u` that stand for readers without Unicode. */
  fallbackCharacters: number;
  codePage: number;
  /** The name of the font, if it has signs for letters; else empty. */
  symbolFont: string;
  isHidden: boolean;
  isRaised: boolean;
  isBold: boolean;
  /** Of the letters (`\fs24`). */
  halfPoints: number;
  /** The group holds a story of its own, which ends with it. */
  story: 'notes' | 'comments' | 'furniture' | 'box' | null;
  /** Where the Unicode version goes of what is said in a code page first (`\upr`, 1.9.1, "Unicode RTF"). */
  unicodeInto: Destination | null;
}

/** Of letters where nothing is said (1.9.1, "Font (Character) Formatting Properties"). */
export const USUAL_HALF_POINTS = 24;

const INTO: Record<string, Destination | undefined> = {
  __proto__: null as never,
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtext: 'marker',
  pntext: 'marker',
  atnauthor: 'author',
  fldinst: 'instruction',
  nesttableprops: 'nestedRow',
  // Read where they stand.
  fldrslt: 'body',
  shppict: 'body',
  shpinst: 'body',
  do: 'body',
  moMath: 'body',
  moMathPara: 'body',
  result: 'body',
};

/** Groups whose text is nobody's, without the sign that would say so. */
const LEFT_OUT = new Set(
  (
    'colortbl info objdata themedata colorschememapping listtable listoverridetable rsidtbl latentstyles datastore ' +
    'xmlnstbl generator bkmkstart bkmkend pntxta pntxtb pnseclvl nonshppict shprslt sn sv sp picprop blipuid blipunused atnid ' +
    'atnref atntime atnparent atndate atnicn annotationparent ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn template revtbl filetbl ' +
    'mmathPr nonesttables private1 xe tc tcn list listoverride listpicture mmathPict pgptbl userprops wgrffmtfilter'
  ).split(' '),
);

/** Properties of formulas and their parts (1.9.1, "Math"). */
const MATH_PROPERTIES = /^m[A-Za-z]+Pr$/;

const STORIES: Record<string, GroupState['story'] | undefined> = {
  __proto__: null as never,
  footnote: 'notes',
  annotation: 'comments',
  header: 'furniture',
  headerl: 'furniture',
  headerr: 'furniture',
  headerf: 'furniture',
  footer: 'furniture',
  footerl: 'furniture',
  footerr: 'furniture',
  footerf: 'furniture',
  shptxt: 'box',
  dptxbxtext: 'box',
};

const UNREAD: ReadonlySet<Destination> = new Set(['nothing', 'instruction', 'nestedRow']);

/** What a word may be for its group: `story` begins one of its own. */
export type Entered = 'story' | 'destination' | null;

/** Changes the group's state if the word names a destination. */
export function enterDestination(state: GroupState, word: string): Entered {
  const isOptional = state.isOptional;
  state.isOptional = false;
  const story = STORIES[word];
  if (story !== undefined && state.story === null) {
    state.story = story;
    return 'story';
  }
  if (word === 'upr') {
    state.unicodeInto = state.destination;
    state.destination = 'nothing';
  } else if (word === 'ud') {
    state.destination = state.unicodeInto ?? state.destination;
  } else {
    const into = INTO[word] ?? (LEFT_OUT.has(word) || MATH_PROPERTIES.test(word) ? 'nothing' : undefined);
    if (into === undefined && !isOptional) return null;
    // What is left out stays so, whatever is inside.
    if (!UNREAD.has(state.destination)) state.destination = into ?? 'nothing';
  }
  return 'destination';
}
