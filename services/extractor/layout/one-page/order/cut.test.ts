import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOrder } from './cut.ts';

const box = (name: string, left: number, top: number, right: number, bottom: number, lineCount: number) => ({
  name,
  left,
  top,
  right,
  bottom,
  lineCount,
});

const names = (boxes: ReturnType<typeof box>[]) => cutOrder(boxes).map(({ name }) => name);

test('columns are read one after the other, what spans them ends both', () => {
  const boxes = [
    box('left', 0, 0, 100, 50, 5),
    box('right', 112, 0, 212, 50, 5),
    box('across', 0, 60, 212, 70, 1),
    box('left below', 0, 80, 100, 130, 5),
    box('right below', 112, 80, 212, 130, 5),
  ];
  assert.deepEqual(names(boxes), ['left', 'right', 'across', 'left below', 'right below']);
});

test('two lines of large type beside a wide gutter are a column, read before what stands around their height', () => {
  const items = [0, 40, 80, 120].map(top => box(`item ${top}`, 400, top, 500, top + 12, 1));
  assert.deepEqual(names([...items, box('title', 0, 50, 200, 90, 2)]), [
    'title',
    ...items.map(({ name }) => name),
  ]);
});

test('labels are read with their values, though they are two fifths as wide and some have several', () => {
  const labels = [0, 20, 60, 100].map(top => box(`label ${top}`, 0, top, 100, top + 10, 1));
  const values = [0, 20, 40, 60, 80, 100].map(top => box(`value ${top}`, 150, top, 400, top + 10, 1));
  assert.deepEqual(names([...labels, ...values]).slice(0, 5), [
    'label 0',
    'value 0',
    'label 20',
    'value 20',
    'value 40',
  ]);
});

test('columns of a list are read one after the other, though each item stands beside another', () => {
  const column = (name: string, left: number) =>
    [0, 20, 40, 60].map(top => box(`${name} ${top}`, left, top, left + 90, top + 10, 1));
  const items = [column('a', 0), column('b', 130), column('c', 260)].flat();
  assert.deepEqual(
    names(items),
    items.map(({ name }) => name),
  );
});

test('numbers in a narrow column are read with the rows they stand on', () => {
  const rows = [0, 20, 40, 60].flatMap(top => [
    box(`label ${top}`, 0, top, 20, top + 10, 1),
    box(`text ${top}`, 40, top, 300, top + 10, 1),
  ]);
  assert.deepEqual(
    names(rows),
    rows.map(({ name }) => name),
  );
});

test('dates and places set flush right are read with the rows they stand on', () => {
  const entries = [0, 60].flatMap(top => [
    box(`name ${top}`, 0, top, 90, top + 11, 1),
    box(`place ${top}`, 420, top + 1, 500, top + 11, 1),
    box(`role ${top}`, 0, top + 16, 120, top + 26, 1),
    box(`years ${top}`, 380, top + 16, 500, top + 26, 1),
  ]);
  assert.deepEqual(
    names(entries),
    entries.map(({ name }) => name),
  );
});

test('two addresses side by side are read one after the other', () => {
  const lines = [0, 16, 32].flatMap(top => [
    box(`from ${top}`, 0, top, 90 + top, top + 11, 1),
    box(`to ${top}`, 300, top, 420 - top, top + 11, 1),
  ]);
  assert.deepEqual(names(lines), ['from 0', 'from 16', 'from 32', 'to 0', 'to 16', 'to 32']);
});

test('a letterhead at the right comes before the address that begins below it at the left', () => {
  const head = [0, 20, 40].map(top => box(`head ${top}`, 300 - top, top, 460, top + 12, 1));
  const address = [120, 140, 160, 180, 200, 220].map(top => box(`address ${top}`, 30, top, 140, top + 12, 1));
  const date = box('date', 400, 120, 460, 132, 1);
  assert.deepEqual(names([...address, date, ...head]), [
    ...head.map(({ name }) => name),
    'address 120',
    'date',
    'address 140',
    'address 160',
    'address 180',
    'address 200',
    'address 220',
  ]);
});

test('a running head over the gutter does not keep the columns below it from being read one after the other', () => {
  const boxes = [
    box('head', 140, 0, 260, 10, 1),
    box('number', 380, 0, 400, 10, 1),
    box('left title', 0, 20, 120, 30, 1),
    box('left', 0, 40, 190, 200, 10),
    box('left below', 0, 220, 190, 400, 10),
    box('right title', 210, 20, 300, 30, 1),
    box('right', 210, 40, 400, 200, 10),
    box('right below', 210, 220, 400, 400, 10),
  ];
  assert.deepEqual(
    names(boxes.toSorted((one, other) => one.top - other.top)),
    boxes.map(({ name }) => name),
  );
});

test('a line drawn across all columns ends them, and what stands above it comes first', () => {
  const rule = {
    orientation: 'horizontal' as const,
    position: 30,
    start: 0,
    end: 336,
    thickness: 1,
    color: null,
  };
  const boxes = [
    box('masthead', 112, 0, 192, 20, 1),
    box('left', 0, 40, 100, 140, 10),
    box('middle', 112, 40, 212, 140, 10),
    box('right', 224, 40, 336, 140, 10),
  ];
  const ruled = (rules: (typeof rule)[]) => cutOrder(boxes, rules).map(({ name }) => name);
  assert.deepEqual(ruled([rule]), ['masthead', 'left', 'middle', 'right']);
  assert.equal(ruled([{ ...rule, end: 200 }])[0], 'left', 'a line over some of them parts nothing');
});

test('lines of ruled paper part nothing', () => {
  const boxes = [
    box('left head', 0, 0, 60, 12, 1),
    box('right head', 112, 0, 180, 12, 1),
    box('left', 0, 20, 100, 140, 10),
    box('right', 112, 20, 212, 140, 10),
  ];
  const paper = [16, 32, 48, 64, 80].map(position => ({
    orientation: 'horizontal' as const,
    position,
    start: -50,
    end: 300,
    thickness: 1,
    color: null,
  }));
  assert.deepEqual(
    cutOrder(boxes, paper).map(({ name }) => name),
    ['left head', 'left', 'right head', 'right'],
  );
});

test('a title over the line that underlines it is no part of the columns above', () => {
  const rule = {
    orientation: 'horizontal' as const,
    position: 63,
    start: 0,
    end: 212,
    thickness: 1,
    color: null,
  };
  const boxes = [
    box('left', 0, 0, 100, 40, 4),
    box('right', 112, 0, 212, 45, 5),
    box('title', 0, 50, 90, 62, 1),
    box('below', 0, 70, 212, 100, 3),
  ];
  assert.deepEqual(
    cutOrder(boxes, [rule]).map(({ name }) => name),
    ['left', 'right', 'title', 'below'],
  );
});

test('what is set flush right on rows of its own, or beside a name, is read where it stands', () => {
  const boxes = [
    box('court', 0, 0, 150, 24, 2),
    box('place and date', 300, 30, 400, 66, 3),
    box('before', 170, 72, 220, 84, 1),
    box('claimant', 140, 100, 250, 112, 1),
    box('role of the claimant', 340, 100, 399, 112, 1),
    box('and', 180, 116, 210, 128, 1),
    box('defendant', 150, 132, 240, 144, 1),
    box('role of the defendant', 330, 132, 399, 144, 1),
  ];
  assert.deepEqual(
    names(boxes),
    boxes.map(({ name }) => name),
  );
});

test('notes in the margin are read with the texts whose first lines they stand at', () => {
  const rows = [0, 70, 140, 210].flatMap(top => [
    box(`note ${top}`, 0, top + 1, 90, top + 24, 2),
    box(`text ${top}`, 110, top, 420, top + 60, 5),
  ]);
  const title = box('title', 110, -30, 300, -14, 1);
  assert.deepEqual(
    names([title, ...rows]),
    [title, ...rows].map(({ name }) => name),
  );
});

test('authors in the middle over three columns come before the first of them', () => {
  const columns = [0, 200, 400].flatMap(left => [
    box(`title at ${left}`, left, 60, left + 120, 72, 1),
    box(`text at ${left}`, left, 80, left + 180, 240, 12),
  ]);
  const authors = [box('authors', 210, 20, 370, 30, 1), box('places', 225, 36, 355, 46, 1)];
  assert.deepEqual(
    names([...authors, ...columns]),
    [...authors, ...columns].map(({ name }) => name),
  );
});

test('a title below two blocks side by side comes after both, though it stands in the left one', () => {
  const rows = [0, 1, 2];
  const boxes = [
    box('report', 0, 0, 250, 20, 1),
    ...rows.map(at => box(`patient ${at}`, 0, 30 + 14 * at, 130, 40 + 14 * at, 1)),
    ...rows.map(at => box(`order ${at}`, 320, 30 + 14 * at, 470, 40 + 14 * at, 1)),
    box('title', 0, 84, 100, 97, 1),
    box('table', 0, 104, 480, 200, 6),
  ];
  assert.deepEqual(
    names(boxes),
    boxes.map(({ name }) => name),
  );
});

test('a word over the title of an article comes before it, as the title does before the columns', () => {
  const boxes = [
    box('subject', 0, 0, 40, 8, 1),
    box('title', 0, 20, 260, 38, 1),
    box('author', 0, 50, 175, 60, 1),
    ...[0, 160, 320].map(left => box(`column at ${left}`, left, 80, left + 149, 260, 13)),
  ];
  assert.deepEqual(
    names(boxes),
    boxes.map(({ name }) => name),
  );
});

test('a thousand boxes from corner to corner, none beside another, are ordered at once', () => {
  const boxes = Array.from({ length: 1_000 }, (_, at) =>
    box(`${at}`, 10 * at, 10 * at, 10 * at + 3, 10 * at + 8, 3),
  );
  const before = process.cpuUsage();
  assert.deepEqual(
    names(boxes.toReversed()),
    boxes.map(({ name }) => name),
  );
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000, `${user + system} µs of CPU time`);
});

test('boxes on stairs that overlap are columns where some stand beside each other', () => {
  const steps = Array.from({ length: 8 }, (_, at) => [
    box(`left ${at}`, 20 * at, 100 * at, 20 * at + 12, 100 * at + 90, 6),
    box(`right ${at}`, 400 + 20 * at, 100 * at + 40, 412 + 20 * at, 100 * at + 130, 6),
  ]).flat();
  const isLeft = ({ name }: { name: string }) => name.startsWith('left');
  const expected = [...steps.filter(isLeft), ...steps.filter(step => !isLeft(step))];
  assert.deepEqual(
    names(steps),
    expected.map(({ name }) => name),
  );
});

test('notes of an act in smaller type are read with its sections, also with those of one line', () => {
  const sections = [
    box('heading', 200, 0, 300, 10, 1),
    box('note 5', 0, 31, 70, 47, 2),
    box('section 5', 100, 30, 440, 52, 2),
    box('rest of 5', 120, 60, 440, 106, 4),
    box('note 6', 0, 121, 55, 129, 1),
    box('section 6', 100, 120, 400, 130, 1),
    box('rest of 6', 120, 140, 440, 162, 2),
    box('note 7', 0, 171, 45, 179, 1),
    box('section 7', 100, 170, 440, 180, 1),
  ];
  assert.deepEqual(
    names(sections),
    sections.map(({ name }) => name),
  );
});

test('a title in the left column right above what spans both belongs to that, not to the column', () => {
  const boxes = [
    box('left', 0, 0, 100, 84, 7),
    box('right', 112, 0, 212, 72, 6),
    box('title', 0, 100, 90, 112, 1),
    box('wide', 0, 118, 212, 160, 3),
  ];
  assert.deepEqual(names(boxes), ['left', 'right', 'title', 'wide']);
});

test('the last line of a left column that is nearer to its own text is read with it', () => {
  const boxes = [
    box('left', 0, 0, 100, 84, 7),
    box('right', 112, 0, 212, 72, 6),
    box('last', 0, 90, 90, 102, 1),
    box('wide', 0, 118, 212, 160, 3),
  ];
  assert.deepEqual(names(boxes), ['left', 'last', 'right', 'wide']);
});

test('the title of an invoice comes after both addresses above it, though the one at the right has nothing below it', () => {
  const addresses = (rightStart: number) => [
    box('from', 0, 0, 90, 36, 3),
    box('to', rightStart, 0, rightStart + 100, 36, 3),
    box('title', 0, 60, 120, 80, 1),
    box('date', 0, 90, 110, 102, 1),
    box('number', 0, 106, 130, 118, 1),
  ];
  assert.deepEqual(names(addresses(250)), ['from', 'to', 'title', 'date', 'number']);
  // Columns of text are close to each other.
  assert.deepEqual(names(addresses(145)), ['from', 'title', 'date', 'number', 'to']);
});

test('labels and values below two addresses come after both, though they stand below the left one alone', () => {
  const invoice = (widths: readonly number[], lines: number) => [
    box('from', 0, 0, widths[0] ?? 0, 36, 3),
    box('to', 300, 0, 300 + (widths[1] ?? 0), 12 * lines, lines),
    box('customer', 0, 50, 220, 62, 1),
    box('order', 0, 66, 210, 78, 1),
    box('terms', 0, 82, 190, 94, 1),
  ];
  const apart = ['from', 'to', 'customer', 'order', 'terms'];
  const columns = ['from', 'customer', 'order', 'terms', 'to'];
  assert.deepEqual(names(invoice([90, 100], 3)), apart);
  // A box above both comes first.
  assert.deepEqual(names([...invoice([90, 100], 3), box('title', 0, -40, 200, -20, 1)]), ['title', ...apart]);
  // A column of text fills its width, and two columns need not begin with the same number of lines.
  assert.deepEqual(names(invoice([200, 190], 3)), columns);
  assert.deepEqual(names(invoice([90, 100], 5)), columns);
});

test('columns are read one after the other, though what begins below one of them reaches under both', () => {
  const paragraphs = (name: string, left: number, right: number) =>
    [0, 60, 120].map(top => box(`${name} ${top}`, left, top, right, top + 40, 4));
  const [middle, side] = [paragraphs('middle', 0, 180), paragraphs('side', 190, 300)];
  // No gutter passes the two boxes at the foot, and no gap passes the end of the side column.
  const long = box('side 160', 190, 180, 300, 220, 4);
  const foot = [box('left foot', 0, 190, 120, 260, 6), box('right foot', 140, 230, 300, 260, 3)];
  const boxes = [...middle, ...side, long, ...foot];
  assert.deepEqual(
    names(boxes.toSorted((one, other) => one.top - other.top)),
    boxes.map(({ name }) => name),
  );
});

test('texts around each other like the vanes of a windmill, which no cut parts, are each read whole', () => {
  const vanes = [
    box('top left', 0, 0, 170, 106, 4),
    box('bottom left', 0, 110, 110, 300, 5),
    box('middle', 120, 110, 170, 190, 1),
    box('top right', 180, 0, 300, 90, 4),
    box('top right, on', 180, 104, 300, 190, 4),
    box('bottom right', 120, 200, 300, 300, 4),
  ];
  assert.deepEqual(
    names(vanes.toReversed()),
    vanes.map(({ name }) => name),
  );
});
