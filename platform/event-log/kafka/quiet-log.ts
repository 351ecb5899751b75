/** A silent log sink for tests; TEXTRAIL_TEST_LOG=1 prints it. */
import type { LogSink } from './client.ts';

const show = (level: string) => (fields: object, message: string) => {
  if (process.env.TEXTRAIL_TEST_LOG) console.error(level, message, JSON.stringify(fields));
};

export const quietLog: LogSink = {
  debug: show('debug'),
  info: show('info'),
  warn: show('warn'),
  error: show('error'),
};
