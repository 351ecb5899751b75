import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

const formula = (content: string): string =>
  outline(`<p><math>${content}</math></p>`)[0]?.replace('paragraph ', '') ?? '';

test('a root under a fraction or in an exponent keeps the sign before it, and the degree of a root stands in front', () => {
  const root = '<msqrt><mn>2</mn><mi>π</mi></msqrt>';
  assert.equal(formula(`<mfrac><mn>1</mn>${root}</mfrac>`), '1/√(2π)');
  assert.equal(formula(`<msup><mi>e</mi>${root}</msup>`), 'e^√(2π)');
  assert.equal(formula('<msup><mi>x</mi><mrow><mspace width="1em"></mspace><mn>2</mn></mrow></msup>'), 'x^2');
  assert.equal(formula(`<mfrac><mrow><mi>a</mi>${root}</mrow><mo>⋯</mo></mfrac>`), '(a√(2π))/⋯');
  assert.equal(formula('<mroot><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mroot>'), '3√(x+1)');
  assert.equal(formula('<mfrac><mn>1</mn><mroot><mn>8</mn><mn>3</mn></mroot></mfrac>'), '1/3√(8)');
});

test('terms that a wrapper holds are bracketed as well, and fences stand around theirs', () => {
  const sum = '<mi>a</mi><mo>+</mo><mi>b</mi>';
  assert.equal(
    formula(`<mfrac><mstyle><mrow>${sum}</mrow></mstyle><mstyle>${sum}</mstyle></mfrac>`),
    '(a+b)/(a+b)',
  );
  assert.equal(formula('<mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced>'), 'f(x,y)');
  assert.equal(
    formula(`<msup><mfenced open="[" close="]"><mrow>${sum}</mrow></mfenced><mn>2</mn></msup>`),
    '[a+b]^2',
  );
});

test('white space between the elements of a formula is none but beside words, and invisible operators say what they stand for', () => {
  const spaced = '<msub>\n <mi> v </mi>\n <mn>1</mn>\n</msub> <mo> = </mo>\n<mtext>if</mtext> <mi>x</mi>';
  assert.equal(formula(spaced), 'v_1= if x');
  assert.equal(formula('<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mo>&#x2062;</mo><mi>y</mi>'), 'sin xy');
  assert.equal(
    formula('<mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mn>2</mn><mo>&#x2062;</mo><mn>3</mn><mo>)</mo>'),
    'f(2·3)',
  );
});

test('TeX that scripts of MathJax hold is read, unless its formula stands beside it', () => {
  const tex = '<script type="math/tex">E_u</script>';
  const shown = '<script type="math/tex; mode=display">% <![CDATA[\na < b %]]></script>';
  const drawn = '<span class="MathJax_Preview"></span><span class="MathJax"><span>Eu</span></span>';
  const spoken =
    '<span class="MathJax"><i>Eu</i><span class="MJX_Assistive_MathML"><math><msub><mi>E</mi><mi>u</mi></msub></math></span></span>';
  const outputs = [tex, drawn + tex, spoken.replace('<i>Eu</i>', '') + tex];
  for (const output of outputs)
    assert.deepEqual(outline(`<p>Here ${output}, too</p>`), ['paragraph Here E_u, too']);
  assert.deepEqual(outline(`<p>Then ${shown}</p><script>no()</script>`), [
    'paragraph Then',
    'paragraph a < b',
  ]);
});
