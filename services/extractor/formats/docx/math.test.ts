import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from './docx.test-support.ts';

const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (content: string) => `<m:e>${content}</m:e>`;

/** The text of a paragraph with these formulas. */
async function textOf(...formulas: string[]): Promise<string> {
  const [block] = await blocksOf(`<w:p>${formulas.map(one => `<m:oMath>${one}</m:oMath>`).join('')}</w:p>`);
  return block?.kind === 'paragraph' ? block.text : '';
}

test('formulas are flat text, kept apart from each other', async () => {
  const fraction = `<m:f><m:num>${m('a')}</m:num><m:den>${m('b')}</m:den></m:f>`;
  const power = `<m:sSup>${e(m('x'))}<m:sup>${m('2')}</m:sup></m:sSup>`;
  assert.equal(await textOf(fraction, power), 'a/b x^2');
});

test('what is above, below or beside a sign is in parentheses where it is more than one term', async () => {
  const fraction = `<m:f><m:num>${m('a+b')}</m:num><m:den>${m('c')}${m('-d')}</m:den></m:f>`;
  const power = `<m:sSup>${e(m('x'))}<m:sup>${m('-1')}</m:sup></m:sSup>`;
  const root = `<m:rad><m:deg>${m('3')}</m:deg>${e(m('x+1'))}</m:rad>`;
  assert.equal(await textOf(fraction, power, root), '(a+b)/(c-d) x^-1 3√(x+1)');
});

test('brackets around a part of an exponent do not end it', async () => {
  const power = (exponent: string) => `<m:sSup>${e(m('σ'))}<m:sup>${m(exponent)}</m:sup></m:sSup>`;
  assert.equal(await textOf(power('(1)2'), power('f(x)'), power('(1)')), 'σ^((1)2) σ^(f(x)) σ^(1)');
});

test('brackets, sums and roots of formulas get their signs', async () => {
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${m('n=1')}</m:sub><m:sup>${m('∞')}</m:sup>${e(m('a'))}</m:nary>`;
  const inner = `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(m('x'))}</m:d>`;
  const outer = `<m:d>${e(inner)}${e(m('y'))}</m:d>`;
  const root = `<m:rad><m:deg/>${e(m('2'))}</m:rad>`;
  assert.equal(await textOf(sum + outer + root), '∑_(n=1)^∞ a([x]|y)√2');
});

test('brackets part their elements as they say, by an upright line where they say nothing', async () => {
  const given = `<m:d>${e(m('A'))}${e(m('B'))}</m:d>`;
  const point = `<m:d><m:dPr><m:sepChr m:val=";"/></m:dPr>${e(m('1'))}${e(m('2'))}</m:d>`;
  const joined = `<m:d><m:dPr><m:sepChr m:val=""/></m:dPr>${e(m('a'))}${e(m('b'))}</m:d>`;
  assert.equal(await textOf(`${m('P')}${given}`, point, joined), 'P(A|B) (1;2) (ab)');
});

test('a bar over or under a letter stays on it', async () => {
  const bar = (properties: string) => `<m:bar><m:barPr>${properties}</m:barPr>${e(m('x'))}</m:bar>`;
  const hat = `<m:acc><m:accPr/>${e(bar('<m:pos m:val="top"/>'))}</m:acc>`;
  assert.equal(await textOf(bar('<m:pos m:val="top"/>'), bar(''), hat), 'x\u0305 x\u0332 x\u0305\u0302');
});

test('a binomial coefficient is no fraction', async () => {
  const parts = `<m:num>${m('n')}</m:num><m:den>${m('k')}</m:den>`;
  const stacked = `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${parts}</m:f>`;
  const fraction = `<m:f><m:num>${stacked}</m:num><m:den>${m('b')}</m:den></m:f>`;
  assert.equal(await textOf(`<m:d>${e(stacked)}</m:d>`, fraction), '(n¦k) (n¦k)/b');
});

test('what stands above its letter is no index below it', async () => {
  const limit = (kind: string) => `<m:${kind}>${e(m('A'))}<m:lim>${m('n')}</m:lim></m:${kind}>`;
  assert.equal(await textOf(limit('limUpp'), limit('limLow')), 'A^n A_n');
});

test('what is summed up stands apart from the limits', async () => {
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${m('i=1')}</m:sub><m:sup>${m('n')}</m:sup>${e(m('i'))}</m:nary>`;
  assert.equal(await textOf(sum), '∑_(i=1)^n i');
});

test('limits that are not filled in are not shown', async () => {
  const integral = `<m:nary><m:naryPr><m:subHide m:val="1"/><m:supHide m:val="1"/></m:naryPr><m:sub/><m:sup/>${e(m('f'))}</m:nary>`;
  assert.equal(await textOf(integral), '∫ f');
});

test('elements of matrices and systems are kept apart', async () => {
  const row = (...cells: string[]) => `<m:mr>${cells.map(cell => e(m(cell))).join('')}</m:mr>`;
  const matrix = `<m:d>${e(`<m:m>${row('1', '0')}${row('0', '1')}</m:m>`)}</m:d>`;
  const system = `<m:eqArr>${e(m('x=1'))}${e(m('y=2'))}</m:eqArr>`;
  assert.equal(await textOf(matrix, system), '(1, 0; 0, 1) x=1; y=2');
});

test('functions stand apart from their arguments, accents on their letter', async () => {
  const sine = `<m:func><m:fName>${m('sin')}</m:fName>${e(m('x'))}</m:func>`;
  const limit = `<m:func><m:fName><m:limLow>${e(m('lim'))}<m:lim>${m('n→∞')}</m:lim></m:limLow></m:fName>${e(m('f'))}</m:func>`;
  const hat = `<m:acc><m:accPr/>${e(m('x'))}</m:acc>`;
  assert.equal(await textOf(sine, limit, hat), 'sin x lim_(n→∞) f x\u0302');
});

test('a formula that breaks off keeps what it has', async () => {
  assert.equal(await textOf(`<m:f><m:num>${m('a')}</m:wrong>`), 'a');
});
