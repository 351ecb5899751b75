/** Which topics tell what happened, and which is derived from them. */
import { TOPICS, type Topic } from './events.ts';

/** One record a job, for analysts: made of the others, and no state rests on it. */
export const DERIVED_TOPIC = 'jobs' satisfies Topic;

/** What the read model is folded from, and audits and rebuilds read. */
export const HISTORY_TOPICS = TOPICS.filter(topic => topic !== DERIVED_TOPIC);
