import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { buildXlsx, gridsOf, parse, row } from './xlsx.test-support.ts';

const merge = (...ranges: string[]) =>
  `<mergeCells>${ranges.map(ref => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;

test('each sheet is a heading with its name and a table, its number the page', async () => {
  const { blocks, pages } = await parse(
    buildXlsx([
      { name: 'One', rows: row({ A1: 'a' }) },
      { name: 'Two', rows: row({ A1: 'b' }) },
    ]),
  );
  assert.deepEqual(
    blocks.map(block => [block.kind, block.page]),
    [
      ['heading', 1],
      ['table', 1],
      ['heading', 2],
      ['table', 2],
    ],
  );
  assert.deepEqual(blocks[2], { kind: 'heading', level: 1, text: 'Two', page: 2 });
  assert.equal(pages, 2);
});

test('hidden sheets are read, also those that only a program can show', async () => {
  const sheets = [
    { rows: row({ A1: 'hidden' }), attributes: 'state="hidden"' },
    { rows: row({ A1: 'very hidden' }), attributes: 'state="veryHidden"' },
    { rows: row({ A1: 'a program' }), type: 'xlMacrosheet' },
  ];
  assert.deepEqual(await gridsOf(sheets), [[['hidden']], [['very hidden']]]);
});

test('what is printed around the pages follows once, without codes and counters', async () => {
  const after =
    '<headerFooter differentFirst="1"><oddHeader>&amp;L&amp;&quot;Arial,Bold&quot;&amp;12Test report\nR&amp;&amp;D&amp;CAcme Confidential &amp;P&amp;RPage &amp;P of &amp;N</oddHeader><evenHeader>old</evenHeader><firstFooter>&amp;K00FF00Smith Ltd.</firstFooter></headerFooter>';
  const { blocks } = await parse(
    buildXlsx([
      { rows: row({ A1: 'a' }), after },
      { rows: row({ A1: 'b' }), after },
    ]),
  );
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    ['Sheet1', 'table', 'Test report', 'R&D', 'Acme Confidential', 'Smith Ltd.', 'Sheet2', 'table'],
  );
});

test('empty rows and columns take no place', async () => {
  assert.deepEqual(await gridsOf([{ rows: row({ C3: 'a', E3: 'b' }) + row({ C4: 'c' }) }]), [
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ]);
});

test(
  'two cells at the ends of the largest sheet cost two cells',
  inCpuTime(2_000, async () => {
    assert.deepEqual(await gridsOf([{ rows: row({ A1: 'first' }) + row({ XFD1048576: 'last' }) }]), [
      [['first']],
      [['last']],
    ]);
  }),
);

test('a region too sparse for a grid is given row by row', async () => {
  const column = (at: number) =>
    String.fromCharCode(65 + Math.floor(at / 676), 65 + (Math.floor(at / 26) % 26), 65 + (at % 26));
  const diagonal = Array.from({ length: 200 }, (_, at) => row({ [`${column(at)}${at + 1}`]: at }));
  const { blocks, warnings } = await parse(buildXlsx([{ rows: diagonal.join('') }]));
  assert.equal(blocks[1]?.kind === 'table' && blocks[1].rows.every(cells => cells.length === 1), true);
  assert.deepEqual(warnings, [{ code: 'sparse-sheet', page: 1 }]);
});

test('regions between empty rows are tables of their own, unless they span the same columns', async () => {
  const rows = row({ A1: 'title' }) + row({ A3: 'x', B3: 'y' }) + row({ A5: 1, B5: 2 });
  assert.deepEqual(await gridsOf([{ rows }]), [
    [['title']],
    [
      ['x', 'y'],
      ['1', '2'],
    ],
  ]);
});

test('a title right above a header is no row of the table', async () => {
  const titled =
    row({ A1: 'Sales' }) + row({ A2: 'in EUR' }) + row({ A3: 'k', B3: 'v' }) + row({ A4: 'a', B4: 1 });
  const { blocks } = await parse(buildXlsx([{ rows: titled }]));
  const tables = blocks.filter(block => block.kind === 'table');
  assert.deepEqual(
    tables.map(({ rows }) =>
      rows.map(cells => cells.map(({ text, header }) => (header ? `#${text}` : text)).join()),
    ),
    [
      ['Sales', 'in EUR'],
      ['#k,#v', 'a,1'],
    ],
  );
  const plain = row({ A1: 'Sales' }) + row({ A2: 'a', B2: 1 }) + row({ A3: 'b', B3: 2 });
  assert.equal((await gridsOf([{ rows: plain }])).length, 1);
});

test('tables beside each other are tables of their own if each has a header', async () => {
  const side = (header: Record<string, string | number>) => [
    { rows: row({ A1: 'k', B1: 'v', ...header }) + row({ A2: 'a', B2: 1, D2: 'b', E2: 2 }) },
  ];
  assert.deepEqual(
    (await gridsOf(side({ D1: 'k', E1: 'v' }))).map(grid => grid.map(cells => cells.join())),
    [
      ['k,v', 'a,1'],
      ['k,v', 'b,2'],
    ],
  );
  assert.equal((await gridsOf(side({ D1: 'total' }))).length, 1);
  assert.equal((await gridsOf(side({ D1: 2023, E1: 2024 }))).length, 1);
});

test('a table beside another may begin many rows further down', async () => {
  const left = (at: number) => ({ [`A${at}`]: `a${at}`, [`B${at}`]: `b${at}` });
  const above = [2, 3, 4, 5, 6, 7].map(at => row(left(at))).join('');
  const beside = (header: Record<string, string | number>) => [
    {
      rows:
        row({ A1: 'k', B1: 'v' }) +
        above +
        row({ ...left(8), ...header }) +
        row({ ...left(9), D9: 'b', E9: 2 }),
    },
  ];
  const [first, second] = await gridsOf(beside({ D8: 'k', E8: 'v' }));
  assert.equal(first?.length, 9);
  assert.deepEqual(second, [
    ['k', 'v'],
    ['b', '2'],
  ]);
  assert.equal((await gridsOf(beside({ D8: 2023, E8: 2024 }))).length, 1);
});

test('merged cells are spans, as far as rows and columns are shown', async () => {
  const rows = row({ A1: 'a', D1: 'b' }) + row({ A2: 1, B2: 2, D2: 3 });
  assert.deepEqual(await gridsOf([{ rows, after: merge('A1:C1') }]), [
    [
      ['a 2×1', 'b'],
      ['1', '2', '3'],
    ],
  ]);
});

test('a merge that would hide text, or overlaps another, is none', async () => {
  const rows = row({ A1: 'a', B1: 'b', C1: 'c' }) + row({ A2: 'd', C2: 'e' });
  assert.deepEqual(await gridsOf([{ rows, after: merge('A1:B1') }]), [
    [
      ['a', 'b', 'c'],
      ['d', '', 'e'],
    ],
  ]);
  assert.deepEqual(await gridsOf([{ rows, after: merge('A2:B2', 'A2:B2', 'B2:C2') }]), [
    [
      ['a', 'b', 'c'],
      ['d 2×1', 'e'],
    ],
  ]);
});

test('a plan of two lines a task is one table, though a second line may be empty', async () => {
  const rows =
    row({ A1: 'Task', B1: 'Mon', C1: 'Tue', D1: 'Wed' }) +
    row({ A2: 'Plan', B2: 1 }) +
    row({ A4: 'Build', C4: 2 }) +
    row({ B5: 3 });
  assert.deepEqual(await gridsOf([{ rows, after: merge('A2:A3', 'A4:A5') }]), [
    [
      ['Task', 'Mon', 'Tue', 'Wed'],
      ['Plan', '1', '', ''],
      ['Build 1×2', '', '2', ''],
      ['3', '', ''],
    ],
  ]);
  // A title of two rows does not belong to the table.
  const titled = row({ A1: 'Plans' }) + row({ A3: 'a', B3: 1 }) + row({ A4: 'b', B4: 2 });
  assert.equal((await gridsOf([{ rows: titled, after: merge('A1:A2') }])).length, 2);
});

test('a merged range whose every cell holds its text says it once', async () => {
  const rows =
    row({ A1: 'Sales', B1: 'Sales', C1: 'Sales' }) +
    row({ A2: 'Region', B2: 'Item', C2: 'Sum' }) +
    row({ A3: 'North', B3: 'x', C3: 1 }) +
    row({ A4: 'North', B4: 'y', C4: 2 });
  const { blocks } = await parse(buildXlsx([{ rows, after: merge('A1:C1', 'A3:A4') }]));
  const tables = blocks.filter(block => block.kind === 'table').map(table => table.rows);
  assert.deepEqual(
    tables.map(table => table.map(cells => cells.map(cell => cell.text))),
    [
      [['Sales']],
      [
        ['Region', 'Item', 'Sum'],
        ['North', 'x', '1'],
        ['y', '2'],
      ],
    ],
  );
  assert.equal(tables[0]?.[0]?.[0]?.colspan, 3);
  assert.ok(tables[1]?.[0]?.every(cell => cell.header));
});

test(
  'hundreds of merges over the whole sheet cost no more than the table',
  inCpuTime(2_000, async () => {
    const rows = Array.from({ length: 50 }, (_, at) => row({ [`A${at + 1}`]: at, [`B${at + 1}`]: at })).join(
      '',
    );
    const ranges = Array.from({ length: 5_000 }, (_, at) => `A${at + 1}:XFD1048576`);
    const [grid] = await gridsOf([{ rows, after: merge(...ranges) }]);
    assert.equal(grid?.length, 50);
  }),
);

test('a first row of distinct words is a header row, one with a gap or a number is not', async () => {
  const headers = async (first: Record<string, string | number>) => {
    const { blocks } = await parse(buildXlsx([{ rows: row(first) + row({ A2: 1, B2: 2 }) }]));
    return blocks[1]?.kind === 'table' && blocks[1].rows.map(cells => cells.map(cell => cell.header));
  };
  const none = [
    [false, false],
    [false, false],
  ];
  assert.deepEqual(await headers({ A1: 'x', B1: 'y' }), [
    [true, true],
    [false, false],
  ]);
  assert.deepEqual(await headers({ A1: 'x' }), none);
  assert.deepEqual(await headers({ A1: 'x', B1: 2024 }), none);
});

test('rows out of order, repeated and without references find their place', async () => {
  const rows =
    '<row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row><row r="1"><c><v>1</v></c><c><v>2</v></c></row><row r="2"><c r="C2"><v>5</v></c></row>';
  assert.deepEqual(await gridsOf([{ rows }]), [
    [
      ['1', '2', ''],
      ['3', '4', '5'],
    ],
  ]);
});

test('references past the end of a sheet are the next ones', async () => {
  const rows = '<row r="99999999999"><c r="A1"><v>1</v></c><c r="ZZZZZZ1"><v>2</v></c></row>';
  assert.deepEqual(await gridsOf([{ rows }]), [[['1', '2']]]);
});

test('comments name their cell; a thread takes the place of its old copy', async () => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const comment = (ref: string, text: string) =>
    `<comment ref="${ref}"><text><r><t>${text}</t></r></text></comment>`;
  const related = [
    {
      type: 'comments',
      content: `<comments ${main}><commentList>${comment('A1', 'old')}${comment('B2', 'note')}</commentList></comments>`,
    },
    {
      type: 'threadedComment',
      content:
        '<ThreadedComments xmlns="urn:threads"><threadedComment ref="A1"><text>thread</text></threadedComment></ThreadedComments>',
    },
  ];
  const { blocks } = await parse(buildXlsx([{ rows: row({ A1: 1 }), related }]));
  assert.deepEqual(
    blocks.slice(2).map(block => 'text' in block && block.text),
    ['B2: note', 'A1: thread'],
  );
});

test('a workbook with as many cells as its size holds is too large, but no bomb', async () => {
  const large = buildXlsx([{ rows: row({ A1: 1, B1: 2, C1: 3 }) }]);
  await assert.rejects(parse(large, { cells: 2 }), { code: 'extraction_failed', bomb: false });
  await assert.rejects(parse(large, { elements: 20 }), { code: 'extraction_failed', bomb: false });
});

test('cells are counted against their ceiling, sheets against theirs', async () => {
  const bomb = buildXlsx([{ rows: row({ A1: 1 }).repeat(50_000) }]);
  await assert.rejects(parse(bomb, { cells: 40_000 }), { bomb: true });
  await assert.rejects(parse(bomb, { elements: 140_000 }), { bomb: true });
  const strings = Array.from({ length: 2_000 }, () => 'a');
  const texts = buildXlsx([{ rows: '' }], { strings });
  await assert.rejects(parse(texts, { elements: 4_000 }), { code: 'extraction_failed' });
  await assert.rejects(parse(texts, { textCharacters: 1_999 }), { code: 'extraction_failed' });
  const two = buildXlsx([{ rows: row({ A1: 1 }) }, { rows: row({ A1: 2 }) }]);
  const { blocks, warnings } = await parse(two, { pages: 1 });
  assert.equal(blocks.length, 2);
  assert.deepEqual(warnings, [{ code: 'page-ceiling', page: null }]);
});

test('a chart sheet has its name and the data of its chart; diagrams on a sheet are lists', async () => {
  const drawing = (content: string) =>
    `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${content}</xdr:wsDr>`;
  const cache = (value: string) =>
    `<c:numRef><c:numCache><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:numCache></c:numRef>`;
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:cat>${cache('2024')}</c:cat><c:val>${cache('2.29999995232')}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const point = (id: string, type: string, text: string) =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const diagram = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${point('0', 'doc', '')}${point('1', 'node', 'plan')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`;
  const sheet = (content: string, type: string, part: string) => ({
    rows: '',
    related: [{ type: 'drawing', content: drawing(content), shows: { type, content: part } }],
  });
  const { blocks } = await parse(
    buildXlsx([
      { ...sheet('<c:chart r:id="x"/>', 'chart', chart), type: 'chartsheet' },
      sheet('<dgm:relIds r:dm="x"/>', 'diagramData', diagram),
    ]),
  );
  const lines = blocks.map(block => {
    if (block.kind === 'table')
      return block.rows.map(cells => cells.map(cell => cell.text).join(',')).join('|');
    return block.kind === 'list'
      ? `list ${block.items.map(item => item.text).join()}`
      : 'text' in block && block.text;
  });
  assert.deepEqual(lines, ['Sheet1', ',|2024,2.3', 'Sheet2', 'list plan']);
});

test('an embedded document is shown by its picture, as in texts; pictures of heads and boxes of comments are not', async () => {
  const shape = (alt: string, content: string) => `<v:shape alt="${alt}">${content}</v:shape>`;
  const data = (type: string) => `<x:ClientData ObjectType="${type}"/>`;
  const shapes = [
    shape('a letter', `<v:imagedata/>${data('Pict')}`),
    shape('head', '<v:imagedata/>'),
    shape('comment', data('Note')),
  ];
  const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${shapes.join('')}</xml>`;
  const drawing = { type: 'vmlDrawing', content: vml };
  const related = [drawing, { type: 'oleObject', content: '' }];
  const { blocks } = await parse(
    buildXlsx([
      { rows: '', related },
      { rows: '', related: [drawing] },
    ]),
  );
  assert.deepEqual(
    blocks.map(block => (block.kind === 'image' ? block.alt : block.kind)),
    ['heading', 'a letter'],
  );
});
