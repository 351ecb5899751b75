/**
 * The output of a stage: a dot for each test, each failure in full as soon as it happens (a file that never ends would
 * never print it), and the tests that were still running when the stage is stopped.
 */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

const DOTS_A_LINE = 20;

interface Place {
  name: string;
  file?: string;
  line?: number;
}

const placeOf = ({ name, file, line }: Place) =>
  file === undefined ? name : `${name} (${relative(process.cwd(), file)}:${line ?? 1})`;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let dots = 0;
  for await (const { type, data } of events) {
    if (type === 'test:pass') {
      dots++;
      yield dots % DOTS_A_LINE === 0 ? '.\n' : '.';
    } else if (type === 'test:fail' && !isOfAnother(data.details.error)) {
      const { cause } = data.details.error;
      yield `\nFAILED: ${placeOf(data)}\n${inspect(cause)}\n`;
      dots = 0;
    } else if (type === 'test:interrupted')
      for (const running of data.tests) yield `\nSTILL RUNNING: ${placeOf(running)}`;
  }
  yield '\n';
}

/** True for a suite or file that failed only because a test in it did. */
const isOfAnother = (error: Error & { failureType?: string }) => error.failureType === 'subtestsFailed';
