/**
 * Thresholds of where tables are and how they are laid out; those of a sign that weighs for or against a table stand
 * with the sign in `evidence/`. Lengths are points (1/72 inch) or em (the font size of the text at hand); shares are 0…1.
 */

// ---- rules and grids

/** Lines that miss each other by this much still meet: borders end half a line width before or after a corner. */
export const CROSSING_SLACK_PT = 3;
/** Vertical lines this close are one column edge. */
export const COLUMN_EDGE_PT = 4;
/** Horizontal lines this close are one row edge: double rules, and rules beside a shading's edge. */
export const ROW_EDGE_PT = 3;
/** Share of a cell's side that lines must cover to close it: crossing lines may be cut at a corner. */
export const BORDER_SHARE = 0.5;
/** A grid whose lines run on beyond its last cross line by this much has an open outer column or row. */
export const OPEN_SIDE_PT = 8;
/** Strips without text that are narrower than these shares of the usual one are double lines and margins, no cells. */
export const EMPTY_ROW_SHARE = 0.6;
export const EMPTY_COLUMN_SHARE = 0.4;
/** A drawn column without text narrower than this (in em) is room between two others. */
export const SPACER_EM = 4;
/** Lines of one connected drawing; more is a chart or a map, not a table. */
export const COMPONENT_RULES_CEILING = 2_000;
/** Cells of one grid before spans: a page holds at most a few thousand words. */
export const GRID_CELLS_CEILING = 20_000;

/** Rules inside one table that do not run across it; each is compared with the texts around. */
export const SEAM_RULES_CEILING = 400;
/** Words, lines and shadings of one page; the rules compare them with each other, so more would cost seconds. */
export const PAGE_WORDS_CEILING = 20_000;
export const PAGE_RULES_CEILING = 4_000;
export const PAGE_SHADINGS_CEILING = 2_000;

// ---- columns from text

/** Words farther apart than this begin a new cell; prose spaces its words so widely in few lines, and not under each other. */
export const CELL_GAP_EM = 0.65;
/** Two numbers this far apart are two cells: the space inside a number or a date is narrower. */
export const NUMBER_GAP_EM = 0.45;
/** Inside a drawn table cells may stand closer than in the open: right-aligned beside left-aligned columns. */
export const CELL_GAP_RULED_EM = 0.6;
/** The narrowest strip between two columns. */
export const COLUMN_GAP_EM = 0.35;
/** Share of rows that may cross a strip between columns: headings inside the table, overlong values. */
export const COLUMN_GAP_OUTLIER_SHARE = 0.08;
/** Share of rows that fill one of two columns, which are one where no row fills both. */
export const COMPLEMENT_SHARE = 0.8;
/** A segment across this much of a table is a title or a note, not a cell of one column. */
export const WIDE_SEGMENT_SHARE = 0.6;
/** A word space as wide as this at a column's edge parts two cells even in one piece of text. */
export const SPLIT_GAP_EM = 0.5;
/** Sizes and places are rounded by whoever writes the file. */
export const ROUNDING_PT = 0.1;
/** Share of half a gap between columns that both sides of a drawn edge keep white: cells have more room at one side. */
export const CLEAR_SHARE = 0.6;

/** Part of a text at either end that may reach beyond its column. */
export const SLOT_RIM_SHARE = 0.15;

/** Columns as near as words: rows that must show one, … */
export const ALIGNED_GAP_ROWS = 4;
/** … their share among the rows, and that of the words that begin or end at its side, … */
export const ALIGNED_GAP_SHARE = 0.75;
/** … within this. */
export const ALIGNED_SIDE_PT = 1.5;
/** Spaces of fonts are at most this wide; wider ones are set by justification or are columns themselves. */
export const WIDE_SPACE_EM = 0.33;

// ---- rows

/** Pieces of one row have baselines this close; … */
export const SAME_BASELINE_EM = 0.4;
/** … those of one line of a cell this close: sub- and superscripts lie within it. */
export const SAME_LINE_EM = 0.5;
/** Pieces of text closer than this are one word. */
export const WORD_GAP_EM = 0.15;
/** Baselines closer than this cannot be two lines of one cell: they are one row, set at different heights. */
export const OVERLAP_PITCH_EM = 0.85;
/** Lines of one cell are at most this far apart. */
export const WRAP_PITCH_EM = 1.65;
/** A line that wraps has at least so many words: single ones are values that fill their column. */
export const WRAPPED_LINE_WORDS = 3;
/** After the last row only lines as near as lines of one text are; the next paragraph stands farther off. */
export const TRAILING_PITCH_EM = 1.3;
/** Line distance within cells against that between rows: below this the two can be told apart. */
export const TIGHT_PITCH_SHARE = 0.83;
/** Lines of one text set closely are at most this far apart. */
export const TIGHT_PITCH_EM = 1.4;
/** Lines above that may hold the line before in the same column: cells of a row are interleaved by two or three. */
export const LOOK_BACK_LINES = 6;

// ---- edges of rule-band tables

/** Rules of one table end within this of each other. */
export const EDGE_EXTENT_PT = 6;
/** A shorter rule is a mark under a word, not the edge of a table. */
export const EDGE_MINIMUM_PT = 60;
/** What ends this near to both sides of the sheet runs across all of it. */
export const BLEED_PT = 8;
/** Share of a group's rules that lead from a text to its value: then they are leaders, not edges. */
export const LEADER_SHARE = 0.6;
/** Distance between a leader and the text it leads from. */
export const LEADER_GAP_EM = 1.5;
/** Texts whose middle is farther above or below stand beside no leader: none is twice as large. */
export const LEADER_LEVEL_PT = 24;
/** Shadings of one row leave at most this between them, and end at most this apart. */
export const STRIP_GAP_PT = 3;
/** Higher shadings are backgrounds of boxes or whole tables, not rows. */
export const STRIP_HEIGHT_CEILING_PT = 120;
/** An interval this much higher than the usual one, with a heading or nothing in it, parts two tables. */
export const BAND_BREAK_SHARE = 1.5;
/** A line that fills this share of the columns is a row of its own. */
export const FULL_LINE_SHARE = 0.6;
/** Lines of a wrapped cell that could be prose between two tables, … */
export const WRAPPED_CELL_LINES = 3;
/** … the rows of one line beside them that tell how rows stand, … */
export const SINGLE_ROWS_LEAST = 3;
/** … and by how much the rules may stand farther from them than from other rows. */
export const WRAPPED_PADDING_EM = 0.3;
/** A line that fills this much of the width is prose. */
export const PROSE_FILL_SHARE = 0.75;
/** A line of prose has at least this many words; shorter ones may be long labels. */
export const PROSE_LINE_WORDS = 6;
/** Share of the edges that must show a joint for it to be a column's edge. */
export const JOINT_SHARE = 0.3;
/** Share of words that may run across such edges: labels over several columns. */
export const CROSSING_JOINTS_SHARE = 0.1;

// ---- across pages

/** Column edges of a continued table agree within this; centred tables may shift as a whole. */
export const CONTINUED_COLUMN_PT = 4;
/** … where lines or joints tell them; edges that lie midway between texts move with the texts. */
export const CONTINUED_TEXT_COLUMN_PT = 15;
/** Rows that count tell that the numbers are theirs. */
export const COUNTING_ROWS = 3;
/** A line this close above or below a table stands in its column. */
export const BESIDE_TABLE_EM = 2.5;

// ---- tables of one column, forms

/** Lines between two rules that are still one entry of a list; more are its entries. */
export const LIST_CELL_LINES = 2;
/** Labels of a form end before this share of its width; the rest is left to be filled in. */
export const FORM_LABEL_SHARE = 0.45;

// ---- rows without lines

/** Between two cells of a row the stream stays this near to the row: wrapped cells of up to six lines. */
export const STREAM_WINDOW_EM = 8;
/** Pieces of text after a piece that are looked at for the rest of its row; rows have a few dozen cells. */
export const ROW_PIECES_CEILING = 300;
/** Rows of one table are at most this far apart, … */
export const ROW_PITCH_EM = 2.6;
/** … of three columns and more this far (LibreOffice prints the padded cells of web pages at 3.1) … */
export const ROW_PITCH_AIRY_EM = 3.4;
/** … of four and more this far, as invoices made of web pages pad them … */
export const ROW_PITCH_PADDED_EM = 4.2;
/** … and never much farther than the rows before. */
export const ROW_PITCH_SHARE = 1.9;
/** Text this much larger than the table's is a heading of the page. */
export const LARGER_SIZE = 1.08;
/** A line of its own that stands this much farther off than rows do is no row. */
export const HEADING_PITCH_SHARE = 1.35;
/** Lines in other columns of the page that may stand between two lines of one. */
export const LINES_BESIDE = 6;
/** Lines of a label at the left that stand beside no value. */
export const LABEL_LINES = 3;

// ---- shading

/** White rows between alternate stripes are at most this much higher than the stripes: wrapped to two lines. */
export const STRIPE_BRIDGE_SHARE = 2.2;
/** Sides of shaded cells this close are one column edge. */
export const STRIPE_COLUMN_PT = 3;
/** A stripe is at least this many times as wide as high; bars of charts are not. */
export const STRIPE_SHAPE = 3;
/** A stripe runs across this share of its table; line highlights stay within their cell. */
export const STRIPE_WIDTH_SHARE = 0.8;
/** Rows of text that a ruled row holds before it is taken for several, … */
export const TALL_ROW_LINES = 3;
/** … the share of them that fill more than one column, … */
export const TALL_ROW_FILLED = 0.6;
/** … that of lines in its first column that are texts of their own, … */
export const TALL_ROW_LABELS = 0.8;
/** … and of numbers in one of the columns, since words may be a list inside one cell. */
export const TALL_ROW_NUMBERS = 0.6;
/** Without numbers rows stand at least this far apart; lines of a text are nearer. */
export const TALL_ROW_PITCH_EM = 1.35;
/** White space in all cells of a ruled row at once parts rows from this many line distances on, … */
export const PART_PITCH_SHARE = 1.7;
/** … where this share of them has more than a label. */
export const PART_ROWS_SHARE = 0.6;
/** Less white space parts them where it is still clearly more than between lines, … */
export const CLOSE_PART_SHARE = 1.25;
/** … if each row fills this share of three columns or more. */
export const CLOSE_PART_FILLED = 0.75;
/** Above the first baseline of such a row its raised words stand, by less than this. */
export const PART_RISE_EM = 0.5;

// ---- parts of one table

/** Column edges of parts that are put together agree within this. */
export const STACK_COLUMN_PT = 6;
/** White space between two parts of one table. */
export const STACK_GAP_EM = 1.8;
/** A row that continues a table is at most this much farther off than its rows are. */
export const EXTEND_PITCH_SHARE = 1.3;
/** … and rows are not taken for nearer than this: a head of one row tells no distance. */
export const EXTEND_PITCH_EM = 1.7;
/** Lines of a wrapped row that stand below its label, on the way up. */
export const EXTEND_ENDS = 3;
/** A row at the distance of the others, within this share of it, may be less filled than one farther off. */
export const REGULAR_PITCH_SHARE = 0.1;
/** Texts of such a row without a label, each in a column of its own: more than stand so by chance. */
export const UNLABELLED_SLOTS = 3;
/** Marks of footnotes and scripts are this much smaller than the text. */
export const SCRIPT_SIZE_SHARE = 0.75;
/** Characters of marks and of formulas' scripts, on average; words of running text have more. */
export const MARK_LENGTH_MAX = 1.7;
/** Share of the rows of a table that rules part, from which its last rule may be one of them. */
export const PARTED_SHARE = 0.7;
/** Height of capitals: what stands above is no part of a line. */
export const CAPITALS_EM = 0.7;
/** Texts over as many columns that are surely their labels. */
export const LABELS_LEAST = 3;
/** What stands farther from a table than this is beside it. */
export const BESIDE_EM = 1.5;
/** … and fills at least this share of the columns. */
export const EXTEND_SLOT_SHARE = 0.6;

// ---- columns that are drawn in some rows only

/** Rows whose text keeps a column edge that is drawn elsewhere, before it is closed for all of them. */
export const TEXT_EDGE_ROWS = 2;
/** Share of such rows among those that have text on both sides. */
export const TEXT_EDGE_SHARE = 0.8;

// ---- a shaded head over single lines

/** Padding between the shading's side and the text. */
export const HEADED_INSET_PT = 1.5;
/** Entries at least, the head included. */
export const HEADED_LINES = 4;

/** Columns of numbers and the text before it, at which a strip is as wide as prose spaces words. */
export const CRAMPED_GAP_EM = 1.1;

// ---- labels beside a grid

/** Between the longest label and the grid: leaders may stand there. */
export const LABEL_DISTANCE_EM = 5;
/** Share of the grid's rows that have a label. */
export const LABEL_ROWS_SHARE = 0.7;
/** From the baseline of a label up to its middle. */
export const LABEL_MIDDLE_EM = 0.3;
/** Between the baselines of a label and of its row's values … */
export const LABEL_LEVEL_EM = 0.35;
/** … and the share of labels that stand so: wrapped ones have further lines. */
export const LABEL_LEVEL_SHARE = 0.5;
/** Share of lines that go on from the ones above, from which they are a text beside the grid. */
export const LABELS_FLOWING_SHARE = 0.3;

// ---- heads

/** Rows below the head that tell where columns are, … */
export const HEAD_BODY_ROWS = 2;
/** … where no line says what the head is, … */
export const GUESSED_BODY_ROWS = 3;
/** … and lines of such a head. */
export const GUESSED_HEAD_LINES = 3;
/** Lines of the highest heads: three levels of wrapped labels. */
export const HEAD_LINES = 6;
/** Between two levels of labels, or of them and the table's first rule, at most: two lines and their distance from the rules. */
export const HEAD_LEVEL_EM = 4;
/** Labels end at most this far above the rule under them. */
export const LABEL_ABOVE_EM = 1.2;
/** Share of a column's width that a rule under a label must run along for the label to span the column. */
export const LABEL_RULE_SHARE = 0.5;
/** A label over all value columns stands in their middle within this. */
export const CENTRED_EM = 2;
/** Rules at one height with gaps up to this are one edge: the rules under grouped labels are cut short at both ends. */
export const TRIMMED_RULE_PT = 12;
/** White space between two fields of a form; borders of cells meet, or nearly so. */
export const BROKEN_RULE_PT = 6;
/** A rule along this share of the table is an edge of the whole table. */
export const WIDE_RULE_SHARE = 0.9;
/** A label begins where its column does within this. */
export const TIGHT_HEAD_PT = 2;
/** Labels in the middle of groups of columns, and of rows, are so within this. */
export const GROUP_COLUMN_EM = 0.6;
export const GROUP_ROW_EM = 0.25;
