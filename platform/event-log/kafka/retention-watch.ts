/**
 * Watches that no topic of the log is told to delete its records. Topics that were made by hand, or by a managed service, have
 * its default, a week as a rule: all is well for that long, and then keys are unknown, months empty and jobs gone.
 */
import type { Admin } from 'kafkajs';
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import type { LogSink } from './client.ts';
import { type TopicNames, topicSettings } from './topics.ts';

const LOOK_INTERVAL_MS = 60_000;
/** Said again from time to time while it lasts: the first line may be long gone from the log. */
const SAID_EVERY_LOOKS = 60;

/** A topic by its broker's name, and what of its settings lets records go. */
export interface KeptTopic {
  topic: string;
  differs: Record<string, string>;
}

export interface RetentionWatchOptions {
  /** Undefined where this user may not read the settings of topics. */
  look: () => Promise<KeptTopic[] | undefined>;
  log: LogSink;
  /** For metrics. */
  onLook?: (topic: string, expires: boolean) => void;
}

export class RetentionWatch {
  private readonly options: RetentionWatchOptions;
  private readonly timer: NodeJS.Timeout;
  private looks = 0;
  private said = '[]';

  constructor(options: RetentionWatchOptions) {
    this.options = options;
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Never rejects: brokers that do not answer are said by others. */
  async look(): Promise<void> {
    const { look, log, onLook } = this.options;
    const found = await look().catch(() => undefined);
    if (found === undefined) return;
    const expiring = found.filter(({ differs }) => Object.keys(differs).length > 0);
    for (const each of found) onLook?.(each.topic, expiring.includes(each));
    const state = JSON.stringify(expiring);
    this.looks = state === this.said ? this.looks + 1 : 0;
    this.said = state;
    if (expiring.length === 0 || this.looks % SAID_EVERY_LOOKS !== 0) return;
    log.warn(
      { topics: expiring },
      'topics of the log are told to delete records: keys, quotas and jobs go with them (docs/operations.md, TextrailLogExpires)',
    );
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** How long each topic of the history keeps its records, beside what it is made with. */
export async function keptTopics(admin: Admin, names: TopicNames): Promise<KeptTopic[] | undefined> {
  const resources = HISTORY_TOPICS.map(topic => ({
    type: 2,
    name: names.onBroker(topic),
    configNames: Object.keys(topicSettings(topic)),
  }));
  const answer = await admin.describeConfigs({ includeSynonyms: false, resources }).catch(() => undefined);
  return answer?.resources.map(({ resourceName, configEntries }) => {
    const wanted = topicSettings(names.fromBroker(resourceName));
    const differs = configEntries.filter(
      ({ configName, configValue }) => configName in wanted && wanted[configName] !== configValue,
    );
    return {
      topic: resourceName,
      differs: Object.fromEntries(differs.map(({ configName, configValue }) => [configName, configValue])),
    };
  });
}
