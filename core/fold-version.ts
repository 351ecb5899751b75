/**
 * The version of the fold: of what `evolveJob`, `evolveKey` and the metering derive from the log. A read model carries
 * the lowest version that has folded any of it, so that one an earlier build made, or still writes to, can be told from
 * one that a rebuild would make the same. Raise it with every change to what is folded; `fold-version.test.ts` checks
 * that.
 *
 * 1: read models without a version.
 * 2: how documents came, what outcomes said about them, webhook attempts, erasures, changes of keys.
 * 3: when a job was requested if its request is lost, from its other events.
 * 4: the build that ended a job.
 */
export const FOLD_VERSION = 4;
