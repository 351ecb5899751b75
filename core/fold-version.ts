/**
 * The version of the fold: of what `evolveJob`, `evolveKey` and the metering make of the log. A read model is stamped with the
 * lowest version that has folded any of it, so that one which an earlier build made, or goes on making, is told from one
 * that a rebuild would make the same. Raised with every change of what is folded; `fold-version.test.ts` holds it.
 *
 * 1: read models without a stamp. 2: how documents came, what ends said of them, attempts of webhooks, erasures, changes of keys.
 * 3: when a job was asked for whose request is lost, as its other events say.
 * 4: which build ended a job.
 */
export const FOLD_VERSION = 4;
