/**
 * Fits the weights of `services/extractor/layout/document/headings/weights.ts` and reports how well they carry over.
 *
 *   node bench/heading-weights.ts FEATURES.json [RIDGE]
 *
 * FEATURES is the output of `heading-features.ts`. Documents whose headings are not all known count half.
 *
 * Two logistic regressions, as the product applies them: the first on a block's signs, the second on that score and the
 * opinion of the other blocks of its style. Each set is also judged with weights fitted on the other sets only; if that
 * is worse, raise the ridge. The same is done with each half of the documents and weights fitted on the other half.
 */

import { readFileSync } from 'node:fs';
import { opinion, probability, SCORE_MIN } from '../services/extractor/layout/document/headings/headings.ts';
import { WEIGHTS } from '../services/extractor/layout/document/headings/weights.ts';
import type { Known } from './heading-rows.ts';

interface Features {
  names: string[];
  documents: Known[];
}

/** A row as its non-zero columns, since most signs are absent from most blocks. */
interface Sample {
  columns: number[];
  values: number[];
  y: number;
  weight: number;
}

/** The bias, then one weight for each column. */
type Fit = number[];

const STEPS = 1000;
const LEARNING_RATE = 0.1;
/** Exponent of a document's length by which each of its blocks counts less. */
const LENGTH_DISCOUNT = 0.75;
/** Weight of a document whose headings are known from its outline only. */
const INCOMPLETE_WEIGHT = 0.5;
/** Pull of each weight towards zero, as a share of a document's influence. */
const RIDGE_DEFAULT = 0.01;

const dot = (fit: Fit, x: readonly number[]): number =>
  x.reduce((sum, value, at) => sum + value * (fit[at + 1] ?? 0), fit[0] ?? 0);

/** Logistic regression by Adam (Kingma and Ba 2015) on the weighted mean of the losses. */
function fitted(samples: readonly Sample[], columns: number, ridge: number): Fit {
  const fit: Fit = Array<number>(columns + 1).fill(0);
  const mean = [...fit];
  const square = [...fit];
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= STEPS; step++) {
    const slope = slopeOf(fit, samples, total);
    for (let at = 0; at <= columns; at++) {
      const pull = at === 0 ? 0 : (ridge * (fit[at] ?? 0)) / columns;
      const value = (slope[at] ?? 0) + pull;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * value;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * value * value;
      const corrected = (mean[at] ?? 0) / (1 - 0.9 ** step);
      const spread = Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8;
      fit[at] = (fit[at] ?? 0) - (LEARNING_RATE * corrected) / spread;
    }
  }
  return fit;
}

function slopeOf(fit: Fit, samples: readonly Sample[], total: number): number[] {
  const slope = Array<number>(fit.length).fill(0);
  for (const { columns, values, y, weight } of samples) {
    let score = fit[0] ?? 0;
    for (let at = 0; at < columns.length; at++) score += (values[at] ?? 0) * (fit[columns[at] ?? 0] ?? 0);
    const error = ((probability(score) - y) * weight) / total;
    slope[0] = (slope[0] ?? 0) + error;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] ?? 0;
      slope[column] = (slope[column] ?? 0) + error * (values[at] ?? 0);
    }
  }
  return slope;
}

/**
 * The samples, weighted between equal documents (a discount of 1) and equal blocks (0): long documents teach more, but
 * short ones are more numerous.
 */
function samplesOf(documents: readonly Known[], x: (document: Known) => readonly number[][]): Sample[] {
  return documents.flatMap(document => {
    const looks = x(document);
    const weight = document.rows.length ** -LENGTH_DISCOUNT * (document.complete ? 1 : INCOMPLETE_WEIGHT);
    return document.rows.map(({ y }, at) => sparse(looks[at] ?? [], y, weight));
  });
}

function sparse(x: readonly number[], y: number, weight: number): Sample {
  const columns = x.flatMap((value, at) => (value === 0 ? [] : [at + 1]));
  return { columns, values: columns.map(column => x[column - 1] ?? 0), y, weight };
}

/** For every row, the block's own score and the opinion of the other blocks of its style. */
function secondLook({ rows }: Known, first: Fit): number[][] {
  const own = rows.map(row => dot(first, row.x));
  const sums = new Map<string, { sum: number; count: number }>();
  rows.forEach(({ style }, at) => {
    const { sum, count } = sums.get(style) ?? { sum: 0, count: 0 };
    sums.set(style, { sum: sum + probability(own[at] ?? 0), count: count + 1 });
  });
  return rows.map(({ style }, at) => {
    const { sum, count } = sums.get(style) ?? { sum: 0, count: 1 };
    const score = own[at] ?? 0;
    return [score, opinion(sum - probability(score), count - 1)];
  });
}

interface Model {
  first: Fit;
  second: Fit;
}

function modelOf(documents: readonly Known[], columns: number, ridge: number): Model {
  const filled = documents.filter(({ rows }) => rows.length > 0);
  const first = fitted(
    samplesOf(filled, ({ rows }) => rows.map(({ x }) => x)),
    columns,
    ridge,
  );
  const second = fitted(
    samplesOf(filled, document => secondLook(document, first)),
    2,
    0,
  );
  return { first, second };
}

/** Mean F1 of the documents that have headings. */
function scoreOf(documents: readonly Known[], { first, second }: Model): number {
  const scores = documents.flatMap(document => {
    const { rows, truths } = document;
    if (truths === 0) return [];
    const looks = secondLook(document, first);
    const found = rows.filter((_, at) => dot(second, looks[at] ?? []) > SCORE_MIN);
    return [(2 * found.filter(({ y }) => y === 1).length) / (truths + found.length)];
  });
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

const [file = '', ridge = String(RIDGE_DEFAULT)] = process.argv.slice(2);
const { names, documents } = JSON.parse(readFileSync(file, 'utf8')) as Features;
const all = modelOf(documents, names.length, Number(ridge));
/** Weights fitted on each half of the documents, for judging the other half. */
const halves = [0, 1].map(half => documents.filter((_, at) => at % 2 === half));
const crossed = halves.map(half => modelOf(half, names.length, Number(ridge)));
const byHalf = (set: string) =>
  halves.map((half, at) => {
    const own = half.filter(document => document.set === set);
    return scoreOf(own, crossed[1 - at] ?? all) * own.length;
  });
console.log('set                  blocks all    other half  other sets');
for (const [set, own] of Map.groupBy(documents, document => document.set)) {
  const others = modelOf(
    documents.filter(document => document.set !== set),
    names.length,
    Number(ridge),
  );
  const blocks = own.reduce((sum, { rows }) => sum + rows.length, 0);
  const half = byHalf(set).reduce((sum, value) => sum + value, 0) / own.length;
  const scores = [scoreOf(own, all), half, scoreOf(own, others)].map(score => score.toFixed(4).padEnd(11));
  console.log(set.padEnd(20), String(blocks).padEnd(5), ...scores);
}
const two = (value: number | undefined): string => (value ?? 0).toFixed(2);
console.log(`\nBIAS ${two(all.first[0])}`);
names.forEach((name, at) => {
  console.log(`${name}: ${two(all.first[at + 1])} (now ${two(WEIGHTS[name as keyof typeof WEIGHTS])})`);
});
console.log(`OWN ${two(all.second[1])} STYLE ${two(all.second[2])} STYLE_BIAS ${two(all.second[0])}`);
