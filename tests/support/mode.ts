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

/** A suite's name with the mode in front, so that a report says in which mode it ran. */
export const suite = (name: string): string => `[${MODE}] ${name}`;

/** Defines tests of something that only the embedded mode has (its files, its lock); the distributed mode does not list them. */
export const inEmbedded = (define: () => void): void => {
  if (MODE === 'embedded') define();
};

/**
 * Defines tests of a process that ends before its mode matters (settings it refuses, servers that are away): one mode
 * is enough.
 */
export const inOneMode = inEmbedded;
