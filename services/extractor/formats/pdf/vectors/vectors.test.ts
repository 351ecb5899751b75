import assert from 'node:assert/strict';
import test from 'node:test';
import { OPERATOR, PATH } from './operators.ts';
import { readVectors } from './vectors.ts';

/** A page of 600 × 800 pt whose view space is the PDF's own with the y axis turned around. */
const viewport = { transform: [1, 0, 0, -1, 0, 800], width: 600, height: 800 };

type Call = [keyof typeof OPERATOR, ...unknown[]];

function read(...calls: Call[]) {
  const list = {
    fnArray: calls.map(([name]) => OPERATOR[name]),
    argsArray: calls.map(([, ...args]) => args),
  };
  return readVectors(list, viewport);
}

function box(left: number, bottom: number, width: number, height: number): number[] {
  const [right, top] = [left + width, bottom + height];
  const { moveTo: M, lineTo: L, closePath: Z } = PATH;
  return [M, left, bottom, L, right, bottom, L, right, top, L, left, top, Z];
}

function line(x0: number, y0: number, x1: number, y1: number): number[] {
  return [PATH.moveTo, x0, y0, PATH.lineTo, x1, y1];
}

function path(operator: keyof typeof OPERATOR, data: number[], bounds = [0, 0, 600, 800]): Call {
  return ['constructPath', OPERATOR[operator], [new Float32Array(data)], new Float32Array(bounds)];
}

const rounded = (values: number[]) => values.map(value => Math.round(value * 10) / 10);

test('a stroke parallel to an axis is a rule in view space', () => {
  const { rules } = read(
    ['setLineWidth', 2],
    ['setStrokeRGBColor', '#ff0000'],
    path('stroke', line(100, 700, 300, 700)),
  );
  const place = { orientation: 'horizontal', position: 100, start: 100, end: 300 };
  assert.deepEqual(rules, [{ ...place, thickness: 2, color: 0xff0000, joints: undefined }]);
});

test('a thin filled box is a rule, a high one is shading', () => {
  const vectors = read(
    ['setFillRGBColor', '#112233'],
    path('fill', [...box(50, 500, 1, 200), ...box(100, 500, 80, 20)]),
  );
  assert.deepEqual(
    vectors.rules.map(r => [r.orientation, r.position, r.start, r.end]),
    [['vertical', 50.5, 100, 300]],
  );
  assert.deepEqual(vectors.shadings, [{ left: 100, top: 280, right: 180, bottom: 300, color: 0x112233 }]);
});

test('a stroked box gives its four edges', () => {
  const { rules } = read(path('stroke', box(100, 600, 200, 50)));
  assert.deepEqual(rules.map(r => [r.orientation, r.position]).sort(), [
    ['horizontal', 150],
    ['horizontal', 200],
    ['vertical', 100],
    ['vertical', 300],
  ]);
});

test('the area between two boxes is a border', () => {
  const { rules, shadings } = read(path('eoFill', [...box(100, 600, 200, 50), ...box(101, 601, 198, 48)]));
  assert.deepEqual([rules.length, shadings.length], [4, 0]);
});

test('the areas between boxes are borders, however many are filled at once', () => {
  const ring = (left: number) => [...box(left, 600, 200, 50), ...box(left + 1, 601, 198, 48)];
  const { rules, shadings } = read(path('eoFill', [...ring(50), ...ring(300)]));
  assert.deepEqual([rules.length, shadings.length], [8, 0]);
});

test('the area between two boxes is a border, though the inner one is drawn first', () => {
  const { rules, shadings } = read(
    path('eoFill', [...box(101, 601, 198, 48), ...box(100, 600, 200, 50), ...box(100, 500, 200, 50)]),
  );
  assert.deepEqual([rules.length, shadings.length], [4, 1]);
});

test('a long bar is a rule, though its ends are bent', () => {
  const { moveTo: M, lineTo: L, curveTo: C } = PATH;
  const bent = [M, 100, 700, L, 500, 700, C, 503, 700, 505, 698, 505, 696, L, 500, 699.5, L, 106, 699.5];
  const { rules, curves } = read(path('fill', [...bent, C, 103, 699.5, 100, 698, 100, 696]));
  assert.deepEqual([rules.length, rules[0]?.orientation, curves.length], [1, 'horizontal', 0]);
});

test('a box of curves that do not bend has straight sides', () => {
  const { moveTo: M, curveTo: C } = PATH;
  const sides = [
    [100, 600, 300, 600],
    [300, 600, 300, 650],
    [300, 650, 100, 650],
    [100, 650, 100, 600],
  ].flatMap(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => [C, x0, y0, (x0 + x1) / 2, (y0 + y1) / 2, x1, y1]);
  const { rules, curves } = read(path('stroke', [M, 100, 600, ...sides]));
  assert.deepEqual([rules.length, curves.length], [4, 0]);
});

test('a transform moves and scales what is drawn under it, and ends with its level', () => {
  const { rules } = read(
    ['save'],
    ['transform', 0.5, 0, 0, 0.5, 100, 100],
    path('stroke', line(0, 0, 200, 0)),
    ['restore'],
    path('stroke', line(0, 100, 200, 100)),
  );
  assert.deepEqual(
    rules.map(r => [r.position, r.start, r.end, r.thickness]),
    [[700, 0, 200, 1]],
  );
});

test('white lines, paths that only clip and the page background are nothing', () => {
  const vectors = read(
    ['setFillRGBColor', '#ffffff'],
    path('fill', box(100, 600, 200, 50)),
    ['setFillRGBColor', '#eeeeff'],
    path('fill', box(0, 0, 600, 800)),
    path('endPath', box(100, 600, 200, 50)),
  );
  const none = { rules: [], shadings: [], curves: [], pictures: [] };
  assert.deepEqual(vectors, { ...none, dots: undefined, whites: undefined });
});

test('what lies beyond the clip is cut off', () => {
  const { rules } = read(
    ['save'],
    ['clip'],
    path('endPath', box(0, 0, 150, 800), [0, 0, 150, 800]),
    path('stroke', line(100, 700, 300, 700)),
    path('stroke', line(200, 600, 300, 600)),
    ['restore'],
  );
  assert.deepEqual(
    rules.map(r => [r.position, r.start, r.end]),
    [[100, 100, 150]],
  );
});

test('pieces of a border with corner dots between are one rule', () => {
  const { rules } = read(
    path('fill', [...box(100, 600, 50, 0.5), ...box(150, 600, 0.5, 0.5), ...box(150.5, 600, 60, 0.5)]),
  );
  assert.deepEqual(
    rules.map(r => rounded([r.position, r.start, r.end])),
    [[199.8, 100, 210.5]],
  );
});

test('a dotted line is a rule in its own direction only', () => {
  const dots = Array.from({ length: 20 }, (_, i) => box(100, 600 + 3 * i, 1, 1)).flat();
  const { rules } = read(path('fill', dots));
  assert.deepEqual(
    rules.map(r => [r.orientation, ...rounded([r.position, r.start, r.end])]),
    [['vertical', 100.5, 142, 200]],
  );
});

test('a strip of the colour of the shading it lies in is no border', () => {
  const { rules, shadings } = read(
    ['setFillRGBColor', '#cccccc'],
    path('fill', [...box(100, 600, 200, 50), ...box(100, 600, 2, 50)]),
  );
  assert.deepEqual([rules.length, shadings.length], [0, 1]);
});

test('lines of the colour of an area that white paint covers are borders', () => {
  const ground = [48, 48, 500, 704] as const;
  const covered = (...paper: number[]) =>
    read(
      ['setFillRGBColor', '#000000'],
      path('fill', box(...ground)),
      ['setFillRGBColor', '#ffffff'],
      path('fill', paper),
      ['setFillRGBColor', '#000000'],
      path('fill', box(100, 600, 200, 1)),
    );
  assert.equal(covered(...box(...ground)).rules.length, 1);
  assert.deepEqual(covered(...box(...ground)).shadings, []);
  assert.equal(covered(...box(48, 48, 500, 400)).rules.length, 0, 'paper that does not reach so far');
});

test('slanted strokes and discs are curves', () => {
  const { moveTo: M, curveTo: C } = PATH;
  const disc = [
    M,
    110,
    100,
    C,
    110,
    106,
    104,
    110,
    100,
    110,
    C,
    90,
    110,
    90,
    90,
    100,
    90,
    C,
    106,
    90,
    110,
    94,
    110,
    100,
  ];
  const vectors = read(path('stroke', line(100, 100, 200, 150)), path('fill', disc));
  assert.equal(vectors.curves.length, 2);
  assert.deepEqual(vectors.rules, []);
  assert.deepEqual(vectors.shadings, []);
});

test('a line of many short pieces is a curve, though they lie level; a straight one is a rule', () => {
  const polyline = (y: (x: number) => number) => {
    const points = Array.from({ length: 400 }, (_, at) => [PATH.lineTo, 100 + at / 2, y(at)]);
    return [PATH.moveTo, 100, y(0), ...points.slice(1).flat()];
  };
  const wave = read(
    path(
      'stroke',
      polyline(at => 400 + 20 * Math.sin(at / 90)),
    ),
  );
  assert.deepEqual([wave.rules.length, wave.curves.length > 1], [0, true]);
  const noise = read(
    path(
      'stroke',
      polyline(at => 400 + 50 * (at % 2)),
    ),
  );
  assert.deepEqual([noise.rules.length, noise.curves.length > 1], [0, true]);
  const level = read(
    path(
      'stroke',
      polyline(() => 400),
    ),
  );
  assert.deepEqual([level.rules.length, level.curves.length], [1, 0]);
});

test('a picture is the unit square under its transform', () => {
  const { pictures } = read(
    ['save'],
    ['transform', 200, 0, 0, 100, 50, 600],
    ['paintImageXObject', 'img_p0_1', 10, 10],
    ['restore'],
  );
  const box = { left: 50, top: 100, right: 250, bottom: 200 };
  assert.deepEqual(pictures, [{ ...box, name: 'img_p0_1', whole: box }]);
});

test('strips of a few rows that lie one on another are one picture, a thin one alone is a rule', () => {
  const strip = (left: number, bottom: number, width: number, height: number): Call[] => [
    ['save'],
    ['transform', width, 0, 0, height, left, bottom],
    ['paintImageXObject', null, 1653, 5],
    ['restore'],
  ];
  const down = Array.from({ length: 100 }, (_, row) => strip(50, 700 - 2 * row, 500, 2)).flat();
  const across = Array.from({ length: 200 }, (_, column) => strip(50 + 0.4 * column, 100, 0.4, 300)).flat();
  const { pictures, rules } = read(...down, ...across, ...strip(50, 50, 500, 2), ...strip(50, 30, 500, 2));
  assert.deepEqual(
    pictures.map(({ left, top, right, bottom }) => rounded([left, top, right, bottom])),
    [
      [50, 98, 550, 298],
      [50, 400, 130, 700],
    ],
  );
  assert.deepEqual(
    rules.map(rule => rule.position),
    [749, 769],
  );
});

test('a picture that pdf.js left out keeps its place', () => {
  const { pictures } = read(
    ['save'],
    ['transform', 0.5, 0, 0, 0.5, 0, 0],
    ['save'],
    ['transform', 200, 0, 0, 100, 50, 600],
    ['restore'],
    ['restore'],
  );
  const box = { left: 25, top: 450, right: 125, bottom: 500 };
  assert.deepEqual(pictures, [{ ...box, name: null, whole: box }]);
});

test('hidden optional content is not drawn', () => {
  const list = {
    fnArray: [OPERATOR.beginMarkedContentProps, OPERATOR.constructPath, OPERATOR.endMarkedContent],
    argsArray: [['OC', 'layer'], path('stroke', line(0, 0, 100, 0)).slice(1), []],
  };
  assert.equal(readVectors(list, viewport, () => false).rules.length, 0);
  assert.equal(readVectors(list, viewport, () => true).rules.length, 1);
});

test('a page of more shapes than the ceiling ends at it', () => {
  const calls = Array.from({ length: 20_100 }, (_, i) => path('stroke', line(i % 500, 1, i % 500, 700)));
  assert.ok(read(...calls).rules.length < 1_000);
});

test('spots as small as a line is thick are dots where they stand alone, and a line where they stand in a row', () => {
  const { rules, dots } = read(
    path('fill', box(50, 600, 2, 2)),
    path('fill', box(50, 593, 2, 2)),
    ...[0, 1, 2, 3, 4, 5].map(at => path('fill', box(100 + 4 * at, 500, 2, 2))),
  );
  assert.deepEqual(
    dots?.map(({ left, top }) => [left, top]),
    [
      [50, 198],
      [50, 205],
    ],
  );
  assert.deepEqual(
    rules.map(({ orientation, start, end }) => [orientation, start, end]),
    [['horizontal', 100, 122]],
  );
});

test('white spots are dots on a ground of colour, and nothing elsewhere', () => {
  const { dots } = read(
    ['setFillRGBColor', '#203040'],
    path('fill', box(40, 300, 150, 400)),
    ['setFillRGBColor', '#ffffff'],
    path('fill', box(50, 600, 3, 3)),
    path('fill', box(300, 600, 3, 3)),
  );
  assert.deepEqual(
    dots?.map(({ left }) => left),
    [50],
  );
});

test('a white line of three points beside a shaded column is a white line, and a white box is none', () => {
  const { whites } = read(
    ['setFillRGBColor', '#3366aa'],
    path('fill', box(100, 400, 200, 200)),
    ['setStrokeRGBColor', '#ffffff'],
    ['setLineWidth', 3],
    path('stroke', line(150, 400, 150, 600)),
    ['setFillRGBColor', '#ffffff'],
    path('fill', box(200, 500, 20, 4)),
  );
  assert.deepEqual(
    whites?.map(({ position, thickness }) => [position, thickness]),
    [[150, 3]],
  );
});

test('white lines are told apart from rules, and only where something is shaded', () => {
  const lines: Call[] = [
    ['setFillRGBColor', '#ffffff'],
    path('fill', box(100, 500, 200, 1)),
    ['setStrokeRGBColor', '#ffffff'],
    path('stroke', line(200, 400, 200, 600)),
  ];
  assert.equal(read(...lines).whites, undefined);
  const { rules, whites } = read(
    ['setFillRGBColor', '#3366aa'],
    path('fill', box(100, 400, 200, 200)),
    ...lines,
  );
  assert.deepEqual(rules, []);
  assert.deepEqual(
    whites?.map(({ orientation, position }) => [orientation, position]),
    [
      ['horizontal', 299.5],
      ['vertical', 200],
    ],
  );
});
