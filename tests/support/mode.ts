/**
 * Which service the suites run against: `embedded` (one process, SQLite; the default) or `distributed` (four processes
 * on the Kafka, Redis and S3 that the environment names: `npm run stack -- up` prints them).
 */
export type Mode = 'embedded' | 'distributed';

export const MODE: Mode = modeOf(process.env.TEXTRAIL_TEST_MODE);

function modeOf(text: string | undefined): Mode {
  if (text === undefined || text === '' || text === 'embedded') return 'embedded';
  if (text === 'distributed') return 'distributed';
  throw new Error(`TEXTRAIL_TEST_MODE is "${text}", not embedded or distributed`);
}

/** Begins every suite's name, so that a report says which mode it ran in. */
export const suite = (name: string): string => `[${MODE}] ${name}`;

/** For tests of what only one of the modes has (its files, its lock); the other mode does not list them at all. */
export const inEmbedded = (define: () => void): void => {
  if (MODE === 'embedded') define();
};

/** For tests of a process that never gets as far as its mode (settings it refuses, servers that are away): once is enough. */
export const inOneMode = inEmbedded;
