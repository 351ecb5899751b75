/**
 * Operators of content streams: pdf.js gets them ready for drawing, and keeps them in ways that cost most where there
 * are ten thousands. A page is asked for all of them at once: what each one takes has to be swept up, too.
 */
import type { Amendment } from './amendment.ts';

export const OPERATOR_AMENDMENTS: readonly Amendment[] = [
  {
    reason:
      'a saved state is a copy: with each the prototype of the next no two had one shape, and 40,000 in each other took 11 s',
    passage: `class EvalState {
  ctm = new Float32Array(IDENTITY_MATRIX);
  font = null;
  textRenderingMode = TextRenderingMode.FILL;
  _fillColorSpace = ColorSpaceUtils.gray;
  _strokeColorSpace = ColorSpaceUtils.gray;
  patternFillColorSpace = null;
  patternStrokeColorSpace = null;
  currentPointX = 0;
  currentPointY = 0;
  pathMinMax = F32_BBOX_INIT.slice();
  pathBuffer = [];`,
    replacement: `class EvalState {
  constructor(from = null) {
    this.ctm = from === null ? IDENTITY_MATRIX : from.ctm;
    this.font = from === null ? null : from.font;
    this.textRenderingMode = from === null ? TextRenderingMode.FILL : from.textRenderingMode;
    this._fillColorSpace = from === null ? ColorSpaceUtils.gray : from._fillColorSpace;
    this._strokeColorSpace = from === null ? ColorSpaceUtils.gray : from._strokeColorSpace;
    this.patternFillColorSpace = from === null ? null : from.patternFillColorSpace;
    this.patternStrokeColorSpace = from === null ? null : from.patternStrokeColorSpace;
    this.currentPointX = from === null ? 0 : from.currentPointX;
    this.currentPointY = from === null ? 0 : from.currentPointY;
    this.pathBuffer = from === null ? [] : from.pathBuffer;
  }`,
  },
  {
    reason: 'and one path goes on through all of them but those of forms',
    passage: `    const clone = Object.create(this);
    if (newPath) {
      clone.pathBuffer = [];
      clone.pathMinMax = F32_BBOX_INIT.slice();
    }`,
    replacement: `    const clone = new EvalState(this);
    if (newPath) {
      clone.pathBuffer = [];
    }`,
  },
  {
    reason: 'the box around a path is asked for where it clips, not point by point as it is built',
    passage: `  buildPath(fn, args, state) {`,
    replacement: `  buildPath(fn, args, state) {
    const path = state.pathBuffer;
    const { currentPointX: startX, currentPointY: startY } = state;
    if (fn === OPS.closePath) {
      path.push(DrawOPS.closePath);
      return;
    }
    if (fn === OPS.rectangle) {
      const x = state.currentPointX = args[0];
      const y = state.currentPointY = args[1];
      const xw = x + args[2];
      const yh = y + args[3];
      if (args[2] === 0 || args[3] === 0) path.push(DrawOPS.moveTo, x, y, DrawOPS.lineTo, xw, yh, DrawOPS.closePath);
      else path.push(DrawOPS.moveTo, x, y, DrawOPS.lineTo, xw, y, DrawOPS.lineTo, xw, yh, DrawOPS.lineTo, x, yh, DrawOPS.closePath);
      return;
    }
    const x = state.currentPointX = args[args.length - 2];
    const y = state.currentPointY = args[args.length - 1];
    if (fn === OPS.moveTo) path.push(DrawOPS.moveTo, x, y);
    else if (fn === OPS.lineTo) path.push(DrawOPS.lineTo, x, y);
    else if (fn === OPS.curveTo) path.push(DrawOPS.curveTo, args[0], args[1], args[2], args[3], x, y);
    else if (fn === OPS.curveTo2) path.push(DrawOPS.curveTo, startX, startY, args[0], args[1], x, y);
    else path.push(DrawOPS.curveTo, args[0], args[1], x, y, x, y);
  }
  boundsOfPath(path) {
    const minMax = F32_BBOX_INIT.slice();
    let x = 0;
    let y = 0;
    for (let at = 0; at < path.length; ) {
      const operator = path[at++];
      if (operator === DrawOPS.closePath) continue;
      if (operator === DrawOPS.curveTo) {
        Util.bezierBoundingBox(x, y, path[at], path[at + 1], path[at + 2], path[at + 3], path[at + 4], path[at + 5], minMax);
        at += 4;
      }
      x = path[at++];
      y = path[at++];
      Util.pointBoundingBox(x, y, minMax);
    }
    return minMax;
  }
  buildPathForDrawing(fn, args, state) {`,
  },
  {
    reason: 'and a path is handed over as it is: short arrays of numbers are cheaper than typed ones',
    passage: `              const {
                state: {
                  pathBuffer,
                  pathMinMax
                }
              } = stateManager;`,
    replacement: `              const { pathBuffer } = stateManager.state;
              const isClip = clipsNext;
              clipsNext = false;`,
  },
  {
    reason: 'of the buffer, which stays',
    passage: `                operatorList.addOp(OPS.constructPath, [fn, [new Float32Array(pathBuffer)], pathMinMax.slice()]);
                pathBuffer.length = 0;
                pathMinMax.set(BBOX_INIT, 0);`,
    replacement: `                operatorList.addOp(OPS.constructPath, [fn, [pathBuffer.slice()], isClip ? self.boundsOfPath(pathBuffer) : null]);
                pathBuffer.length = 0;`,
  },
  {
    reason:
      'which an operator before it says; the matrix of a text needs no typed array, only the precision of one',
    passage: `          case OPS.setTextMatrix:
            operatorList.addOp(fn, [new Float32Array(args)]);`,
    replacement: `          case OPS.clip:
          case OPS.eoClip:
            clipsNext = true;
            operatorList.addOp(fn, null);
            continue;
          case OPS.setTextMatrix:
            operatorList.addOp(fn, [args.map(Math.fround)]);`,
  },
  {
    reason: 'whether the path that is being built clips',
    passage: `    const timeSlotManager = new TimeSlotManager();
    let markedContentLevel = 0;
    function closePendingRestoreOPS(argument) {`,
    replacement: `    const timeSlotManager = new TimeSlotManager();
    let clipsNext = false;
    let markedContentLevel = 0;
    function closePendingRestoreOPS(argument) {`,
  },
  {
    reason: 'operands wait in one array for their operator: one that grew for each had room for seventeen',
    passage: `    this._isPathOp = false;
    this._numInvalidPathOPS = 0;
  }`,
    replacement: `    this._isPathOp = false;
    this._numInvalidPathOPS = 0;
    this.operands = new Array(34);
  }`,
  },
  {
    reason: 'and are kept in no more room than they need',
    passage: `    let args = operation.args;
    while (true) {
      const obj = this.parser.getObj();
      if (obj instanceof Cmd) {`,
    replacement: `    let args = operation.args;
    const { operands } = this;
    let waiting = 0;
    while (true) {
      const obj = this.parser.getObj();
      if (obj instanceof Cmd) {
        if (waiting > 0) {
          const own = operands.slice(0, waiting);
          args = args === null ? own : args.concat(own);
          waiting = 0;
        }`,
  },
  {
    reason: 'as long as they are not too many',
    passage: `        if (args === null) {
          args = [];
        }
        args.push(obj);
        if (args.length > 33) {`,
    replacement: `        operands[waiting++] = obj;
        if (waiting + (args === null ? 0 : args.length) > 33) {`,
  },
  {
    reason: 'letters drawn as procedures are not drawn',
    passage: `  async loadType3Data(evaluator, resources, task, seenRefs = null) {`,
    replacement: `  async loadType3Data(evaluator, resources, task, seenRefs = null) {
    return;`,
  },
];
