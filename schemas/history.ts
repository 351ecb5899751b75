/** Which topics are the history, and which one is derived from them. */
import { TOPICS, type Topic } from './events.ts';

/** One record a job, for analysts. It is made from the other topics, and no state depends on it. */
export const DERIVED_TOPIC = 'jobs' satisfies Topic;

/** The topics that the read model is folded from, and that audits and rebuilds read. */
export const HISTORY_TOPICS = TOPICS.filter(topic => topic !== DERIVED_TOPIC);
