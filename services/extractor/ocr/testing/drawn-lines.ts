/** Lines of a page and their ink, for tests of what stands before them. */
import type { RecognizedLine } from '../engine.ts';
import type { Component } from '../pixels/components.ts';

/** The small letters of a 30 pixel em. */
const LETTER_PX = 14;
export const PITCH_PX = 45;

export const lineAt = (left: number, row: number, ...texts: string[]): RecognizedLine => {
  const [top, bottom] = [PITCH_PX * row + 16, PITCH_PX * row + 16 + LETTER_PX];
  const words = texts.map((text, at) => {
    const start = left + 120 * at;
    return { left: start, right: start + 100, top, bottom, text, confidence: 95 };
  });
  return { left, right: left + 120 * texts.length, top: top - 8, bottom: bottom + 8, words };
};

/** Its letters, as one piece of ink. */
export const inkOf = ({ words }: RecognizedLine): Component[] =>
  words.map(({ left, top, right, bottom }) => ({ left, top, right, bottom, area: 400 }));

export const textsOf = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '));
