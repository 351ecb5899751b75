/** The state that a group of RTF may change and that is restored at its end. */

/** Where the text of a group goes. */
export type Destination =
  | 'body'
  /** Nowhere: data, properties, and what is read from elsewhere. */
  | 'nothing'
  | 'fonts'
  | 'styles'
  /** The bullet or number before a paragraph. */
  | 'marker'
  | 'author'
  /** The instruction of a field; its result contains the text. */
  | 'instruction'
  /** The layout of a row of a table in a cell, and its end. */
  | 'nestedRow';

export interface GroupState {
  destination: Destination;
  /** Whether `\*` was read: if the next word names no known destination, the group is left out. */
  isOptional: boolean;
  /** Whether the group has had more than `\*`; a destination is named at its beginning, so that `\*` means nothing afterwards. */
  hasBegun: boolean;
  /** Number of characters after `\u` that are for readers without Unicode. */
  fallbackCharacters: number;
  codePage: number;
  /** The name of the font if it has symbols for letters; otherwise empty. */
  symbolFont: string;
  isHidden: boolean;
  isRaised: boolean;
  isBold: boolean;
  /** Size of the letters (`\fs24`). */
  halfPoints: number;
  /** The story of its own that the group contains, which ends with it. */
  story: 'notes' | 'comments' | 'furniture' | 'box' | null;
  /** Where the Unicode version of a text goes that comes first in a code page (`\upr`, 1.9.1, "Unicode RTF"). */
  unicodeInto: Destination | null;
}

/** Size of letters where none is given (1.9.1, "Font (Character) Formatting Properties"). */
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

/** Groups whose text is not shown, even without `\*`. */
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

/** What a word may do to its group: `story` begins a story of its own. */
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
    // A group that is left out stays so, whatever is inside.
    if (!UNREAD.has(state.destination)) state.destination = into ?? 'nothing';
  }
  return 'destination';
}
