/** The part of the graphics state that determines where and how text is shown (ISO 32000-1, 8.4 and 9.3). */

import { IDENTITY, type Matrix, multiply } from '../vectors/matrix.ts';
import { type FontFacts, UNKNOWN_FONT } from './font-facts.ts';

export class TextState {
  transform: Matrix;
  font: FontFacts = UNKNOWN_FONT;
  fontSize = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** 1 for 100 %. */
  horizontalScale = 1;
  leading = 0;
  rise = 0;
  renderMode = 0;
  fill: number | null = 0;
  stroke: number | null = 0;
  textMatrix: Matrix = IDENTITY;
  /** Pen in text space, before the text matrix. */
  x = 0;
  y = 0;
  lineX = 0;
  lineY = 0;

  constructor(transform: Matrix) {
    this.transform = transform;
  }

  /** Copies field by field: producers save the state for every word, and `Object.assign` takes ten times as long. */
  copy(): TextState {
    const copy = new TextState(this.transform);
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.characterSpacing = this.characterSpacing;
    copy.wordSpacing = this.wordSpacing;
    copy.horizontalScale = this.horizontalScale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.renderMode = this.renderMode;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.textMatrix = this.textMatrix;
    copy.x = this.x;
    copy.y = this.y;
    copy.lineX = this.lineX;
    copy.lineY = this.lineY;
    return copy;
  }

  concatenate(matrix: Matrix): void {
    this.transform = multiply(this.transform, matrix);
  }

  setTextMatrix(matrix: Matrix): void {
    this.textMatrix = matrix;
    this.x = this.lineX = 0;
    this.y = this.lineY = 0;
  }

  moveLine(dx: number, dy: number): void {
    this.x = this.lineX += dx;
    this.y = this.lineY += dy;
  }
}
