import type { ExtractSuccess, JsonSuccess } from '../../../schemas/api.ts';

/** A stored result: text only, if the job was created on a route that asked for text. */
export type Result = JsonSuccess | ExtractSuccess;
