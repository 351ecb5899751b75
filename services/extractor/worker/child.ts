/** A document worker: reads one document at a time from descriptor 3 and answers on 4, until its parent ends it. */
import { Socket } from 'node:net';
import { Blame } from './blame.ts';
import { codedAnswer, extract } from './extract.ts';
import { readFrames, writeFrame } from './framing.ts';
import { denyNetwork } from './network-denial.ts';
import type { WorkRequest } from './protocol.ts';

const REQUEST_DESCRIPTOR = 3;
const ANSWER_DESCRIPTOR = 4;

const requests = new Socket({ fd: REQUEST_DESCRIPTOR, readable: true, writable: false });
const answers = new Socket({ fd: ANSWER_DESCRIPTOR, readable: false, writable: true });
const blame = new Blame();
denyNetwork();

/** The parent is gone or the pipe is broken: nobody waits for an answer. */
const leave = () => process.exit(0);
requests.on('end', leave);
requests.on('close', leave);
answers.on('error', leave);

readFrames(
  requests,
  ({ header, body }) => {
    blame.begin();
    const answer = (answered: object, response: Uint8Array) => {
      blame.end();
      writeFrame(answers, answered, response);
    };
    extract(header as WorkRequest, body).then(
      ({ answer: answered, response }) => answer(answered, response),
      error => answer(codedAnswer(error), new Uint8Array()),
    );
  },
  leave,
);

/**
 * A parser that fails outside its promise cannot be trusted with another document. One that may not have been at fault
 * is left without an answer, and read again by another worker.
 */
const broken = (error: unknown) => {
  if (!blame.isCertain) process.exit(1);
  writeFrame(answers, codedAnswer(error), new Uint8Array());
  answers.end(() => process.exit(1));
};
process.on('uncaughtException', broken);
process.on('unhandledRejection', broken);

/** The first document loads the formats and compiles what all of them pass through: no caller should wait for that. */
const FIRST_DOCUMENT = Buffer.from('<!DOCTYPE html><p>ready</p>');
await extract({ format: 'text' }, FIRST_DOCUMENT);
writeFrame(answers, { kind: 'ready' }, new Uint8Array());
