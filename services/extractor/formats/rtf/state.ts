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
  | 'instruction';

export interface GroupState {
  destination: Destination;
  /** `\*` was met: a destination that is not known is to be left out. */
  isOptional: boolean;
  /** Characters behind `\u` that stand for readers without Unicode. */
  fallbackCharacters: number;
  codePage: number;
  isHidden: boolean;
  /** The group holds a story of its own, which ends with it. */
  story: 'notes' | 'comments' | 'furniture' | 'box' | null;
}

const INTO: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtext: 'marker',
  pntext: 'marker',
  atnauthor: 'author',
  fldinst: 'instruction',
  // Read where they stand.
  fldrslt: 'body',
  shppict: 'body',
  shptxt: 'body',
  result: 'body',
  ud: 'body',
};

/** Groups whose text is nobody's, without the sign that would say so. */
const LEFT_OUT = new Set(
  (
    'colortbl info objdata themedata colorschememapping listtable listoverridetable rsidtbl latentstyles datastore ' +
    'xmlnstbl generator bkmkstart bkmkend pntxta pntxtb pnseclvl nonshppict shprslt sn sv sp picprop blipuid blipunused atnid ' +
    'atnref atntime atnparent atndate atnicn annotationparent ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn template revtbl filetbl ' +
    'mmathPr nesttableprops private1 xe tc tcn listpicture pgptbl userprops wgrffmtfilter do'
  ).split(' '),
);

const STORIES: Record<string, GroupState['story'] | undefined> = {
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
};

const UNREAD: ReadonlySet<Destination> = new Set(['nothing', 'instruction']);

/** Changes the group's state if the word names a destination. */
export function enterDestination(state: GroupState, word: string): boolean {
  const story = STORIES[word];
  const into = INTO[word] ?? (LEFT_OUT.has(word) ? 'nothing' : undefined);
  if (story !== undefined) state.story = story;
  // What is left out stays so, whatever is inside.
  else if (into !== undefined && !UNREAD.has(state.destination)) state.destination = into;
  else if (into === undefined && state.isOptional) state.destination = 'nothing';
  else return into !== undefined;
  return true;
}
