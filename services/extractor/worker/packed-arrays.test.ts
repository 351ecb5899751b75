import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { keepMappedArraysPacked } from './packed-arrays.ts';

const builtIn = Object.getOwnPropertyDescriptor(Array.prototype, 'map') as PropertyDescriptor;
keepMappedArraysPacked();
after(() => Object.defineProperty(Array.prototype, 'map', builtIn));

setFlagsFromString('--allow-natives-syntax');
const prepare = new Function('code', '%PrepareFunctionForOptimization(code)') as (code: unknown) => void;
const optimize = new Function('code', '%OptimizeFunctionOnNextCall(code)') as (code: unknown) => void;
const mayHaveHoles = new Function('array', 'return %HasHoleyElements(array)') as (array: unknown) => boolean;

test('what map gives has no room for holes, before the code around it is optimized and after', () => {
  const labels = (numbers: readonly number[]): string[] => numbers.map(number => `${number}.`);
  prepare(labels);
  assert.equal(mayHaveHoles(labels([1, 2, 3])), false);
  optimize(labels);
  assert.deepEqual(labels([4, 5]), ['4.', '5.']);
  assert.equal(mayHaveHoles(labels([1, 2, 3])), false);
});

/** Checks that both give the same results and the same holes. */
function assertSame(array: unknown, ...rest: unknown[]): void {
  const [ours, theirs] = [Array.prototype.map, builtIn.value].map(map => map.call(array, ...rest));
  assert.deepEqual(ours, theirs);
  assert.deepEqual(Object.keys(ours), Object.keys(theirs));
  assert.equal(ours.length, theirs.length);
  assert.equal(ours.constructor, theirs.constructor);
}

test('map gives what the language says, of arrays with holes and of what is no plain array, too', () => {
  const holes = Object.assign([], { 1: 'one', 3: undefined, length: 6 });
  class Rows extends Array<number> {}
  for (const array of [[], [1], ['a', null, undefined, Number.NaN], holes, new Array(3), Rows.of(1, 2)])
    assertSame(array, (one: unknown, at: number, all: unknown) => [one, at, all === array]);
  assertSame('ab', (letter: string) => `${letter}!`);
  assertSame({ length: 2, 0: 'x' }, (one: unknown) => one);
  function times(this: { step: number }, one: number): number {
    return one * this.step;
  }
  assertSame([1, 2], times, { step: 2 });
});

test('map takes as many of an array that changes under it as the language says', () => {
  for (const change of [(all: number[]) => all.push(9), (all: number[]) => all.pop()]) {
    const [ours, theirs] = [Array.prototype.map, builtIn.value].map(map => {
      const numbers = [1, 2, 3, 4];
      return map.call(numbers, (one: number) => [one, change(numbers)]);
    });
    assert.deepEqual(ours, theirs);
    assert.equal(ours.length, 4);
  }
});

test('map without a function is refused, and stays hidden where the properties of arrays are listed', () => {
  assert.throws(() => [].map(undefined as never), TypeError);
  assert.throws(() => Array.prototype.map.call(null as never, String), TypeError);
  const { value, ...attributes } = Object.getOwnPropertyDescriptor(Array.prototype, 'map') ?? {};
  const { value: _, ...own } = builtIn;
  assert.notEqual(value, builtIn.value);
  assert.deepEqual(attributes, own);
});
