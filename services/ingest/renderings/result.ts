import type { ExtractSuccess, JsonSuccess } from '../../../schemas/api.ts';

/** What is rendered: a job that was asked for at another address may have text alone. */
export type Result = JsonSuccess | ExtractSuccess;
