import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compoundsOf, joinLines, RunningText } from './joining.ts';

const none = compoundsOf([]);

test('lines are joined by a space, parted words without their hyphen', () => {
  assert.equal(joinLines(['A docu-', 'ment has', '', 'lines.'], none), 'A document has lines.');
});

test('a compound that the document writes elsewhere keeps its hyphen', () => {
  const compounds = compoundsOf(['A well-known man']);
  assert.equal(joinLines(['the well-', 'known book'], compounds), 'the well-known book');
});

test('a hyphen before a capital or a digit is the word’s own and stands tight', () => {
  assert.equal(
    joinLines(['pages 10-', '12 and Bergamo-', 'Milano in UTF-', '8'], none),
    'pages 10-12 and Bergamo-Milano in UTF-8',
  );
});

test('capitals part like other letters', () => {
  assert.equal(joinLines(['AC-', 'CEPTED'], none), 'ACCEPTED');
});

test('a hyphen after a single letter is no line end’s', () => {
  assert.equal(joinLines(['vis-à-', 'vis and A-', 'level'], none), 'vis-à-vis and A-level');
});

test('a word that has a hyphen already broke at another of its own', () => {
  assert.equal(joinLines(['a state-of-the-', 'art boat'], none), 'a state-of-the-art boat');
});

test('a suspended hyphen keeps its space', () => {
  assert.equal(
    joinLines(['Ein-', 'und Ausfuhr, short-', 'and long-term'], none),
    'Ein- und Ausfuhr, short- and long-term',
  );
});

test('a dash between words keeps its spaces', () => {
  assert.equal(joinLines(['so it was -', 'then'], none), 'so it was - then');
});

test('a word parted twice is joined twice', () => {
  assert.equal(joinLines(['in-', 'ter-', 'esting'], none), 'interesting');
});

test('Chinese runs on without a space', () => {
  assert.equal(joinLines(['中文', '文本'], none), '中文文本');
});

test('a paragraph of a thousand pages is joined in time', () => {
  const text = new RunningText(none);
  const page = 'so it went on '.repeat(400).trim();
  for (let pages = 0; pages < 5_000; pages++) text.add(page);
  assert.equal(text.toString().length, 5_000 * (page.length + 1) - 1);
});

test('no space stands beside the signs of Chinese and Japanese', () => {
  assert.equal(joinLines(['思わなかった。', '2024年に'], none), '思わなかった。2024年に');
  assert.equal(joinLines(['in Paris', '（巴里）'], none), 'in Paris（巴里）');
});

test('a line of Korean that ends inside a word runs on without a space', () => {
  assert.equal(
    joinLines(['작성되어야 합', '니다. 테스트', '를 하십시', '오.'], none),
    '작성되어야 합니다. 테스트를 하십시 오.',
  );
  assert.equal(joinLines(['발전은 비약적이', '다. 시장'], none), '발전은 비약적이다. 시장');
  assert.equal(joinLines(['기업은 LLM', '의 활용(필터)', '을'], none), '기업은 LLM의 활용(필터)을');
  const words = compoundsOf(['이 데이터 분석 도구', '모든 분석 결과 를']);
  assert.equal(joinLines(['많은 데이', '터 분석'], words), '많은 데이터 분석');
});

test('lines of Korean that end at a word keep the space', () => {
  const words = compoundsOf(['이 분석 결과 분석결과 는']);
  assert.equal(joinLines(['새로운 분석', '결과 보고'], words), '새로운 분석 결과 보고');
  assert.equal(joinLines(['기능을', '다 구현'], none), '기능을 다 구현');
});
