/** The document worker's process: reads documents one at a time from descriptor 3 and answers on 4, until its parent ends it. */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { PageDone } from '../format.ts';
import { Blame } from './blame.ts';
import { codedAnswer, extract, ownOcr, readPicturesIn } from './extract.ts';
import { readFrames, TOLD_CEILING_BYTES, writeFrame, writtenFrame } from './framing.ts';
import { denyNetwork } from './network-denial.ts';
import { keepMappedArraysPacked } from './packed-arrays.ts';
import type { FromWorker, PictureSize, ProgressWanted, TimeLeft, ToWorker, WorkRequest } from './protocol.ts';
import { Helpers } from './shared-ocr.ts';
import { denySignals } from './signal-denial.ts';

const REQUEST_DESCRIPTOR = 3;
const ANSWER_DESCRIPTOR = 4;
const STDERR_DESCRIPTOR = 2;

const requests = new Socket({ fd: REQUEST_DESCRIPTOR, readable: true, writable: false });
const answers = new Socket({ fd: ANSWER_DESCRIPTOR, readable: false, writable: true });
const blame = new Blame();
let isReady = false;
const helpers = new Helpers(answers);
denyNetwork();
denySignals();
keepMappedArraysPacked();

/** The parent is gone or the pipe is broken, so nobody waits for an answer. */
const leave = () => process.exit(0);
requests.on('end', leave);
requests.on('close', leave);
answers.on('error', leave);

readFrames(
  requests,
  TOLD_CEILING_BYTES,
  ({ header, body }) => {
    const message = header as ToWorker;
    if ('precision' in message) readPicturesIn(message.precision);
    if (message.kind === 'document') readDocument(message, body);
    else if (message.kind === 'picture') readPicture(message, body);
    else helpers.answered(message, body);
  },
  leave,
);

function readDocument(request: WorkRequest & TimeLeft & ProgressWanted, document: Uint8Array): void {
  blame.begin();
  extract(request, document, { helpers, pageDone: teller(request), sendPiece })
    .then(async ({ answer, response }) => {
      const last = response.length > PIECE_BYTES ? new Uint8Array() : response;
      if (last !== response) await sendPiece(response);
      answerWith(answer, last);
    })
    .catch(error => answerWith(codedAnswer(error), new Uint8Array()));
}

/** Most bytes of a large answer in one frame: a single cell may have a hundred times as much. */
const PIECE_BYTES = 1024 * 1024;

/** Waits until the piece has been written: what follows is made only when there is room for it. */
async function sendPiece(piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; at += PIECE_BYTES)
    await writtenFrame(answers, { kind: 'piece' }, piece.subarray(at, at + PIECE_BYTES));
}

/** Reports progress. A document of one page has none. */
function teller({ progressEveryMs }: ProgressWanted): PageDone | undefined {
  if (progressEveryMs === undefined) return undefined;
  let toldAt = performance.now();
  return (pagesDone, pages) => {
    if (pages < 2 || performance.now() - toldAt < progressEveryMs) return;
    toldAt = performance.now();
    writeFrame(answers, { kind: 'progress', pagesDone, pages }, new Uint8Array());
  };
}

async function readPicture({ width, height }: PictureSize, pixels: Uint8Array): Promise<void> {
  blame.begin();
  try {
    const page = await (await ownOcr()).recognize({ width, height, pixels: new Uint8Array(pixels) });
    answerWith({ kind: 'page' }, Buffer.from(JSON.stringify(page)));
  } catch {
    // The worker that has the document reads the picture itself.
    answerWith({ kind: 'unread' }, new Uint8Array());
  }
}

function answerWith(answer: FromWorker, response: Uint8Array): void {
  blame.end();
  writeFrame(answers, answer, response);
}

/**
 * A parser that fails outside its promise cannot be trusted with another document. If the document may not be at fault,
 * the process exits without an answer, and another worker reads it.
 */
const broken = (error: unknown) => {
  if (!isReady) sayWhy(error);
  if (!blame.isCertain) process.exit(1);
  writeFrame(answers, codedAnswer(error), new Uint8Array());
  answers.end(() => process.exit(1));
};
process.on('uncaughtException', broken);
process.on('unhandledRejection', broken);

/** Writes why a start failed, before any caller's document was read; the pool reports it to the operator (failed-starts.ts). */
function sayWhy(error: unknown): void {
  try {
    writeSync(STDERR_DESCRIPTOR, `${error}\n`);
  } catch {
    // Nobody listens.
  }
}

/** The first document loads the formats and compiles the code that all of them use; no caller should have to wait for that. */
const FIRST_DOCUMENT = Buffer.from('<!DOCTYPE html><p>ready</p>');
await extract({ format: 'text' }, FIRST_DOCUMENT);
isReady = true;
writeFrame(answers, { kind: 'ready' }, new Uint8Array());
