/**
 * Watches that no topic of the log is configured to delete its records. Topics created by hand, or by a managed
 * service, have its default retention, usually a week: until then all seems well, and then keys are unknown, months
 * empty and jobs gone.
 */
import type { Admin } from 'kafkajs';
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import type { LogSink } from './client.ts';
import { TopicWatch } from './topic-watch.ts';
import { type TopicNames, topicSettings } from './topics.ts';

/** A topic by the brokers' name, and the settings of it that let records expire. */
export interface KeptTopic {
  topic: string;
  differs: Record<string, string>;
}

export interface RetentionWatchOptions {
  /** Undefined if this user may not read topic settings. */
  look: () => Promise<KeptTopic[] | undefined>;
  log: LogSink;
  /** For metrics. */
  onLook?: (topic: string, expires: boolean) => void;
}

const expires = ({ differs }: KeptTopic): boolean => Object.keys(differs).length > 0;

export class RetentionWatch extends TopicWatch<KeptTopic> {
  constructor({ look, log, onLook }: RetentionWatchOptions) {
    super({
      look,
      log,
      isWrong: expires,
      onLook: found => onLook?.(found.topic, expires(found)),
      message:
        'topics of the log are told to delete records: keys, quotas and jobs go with them (docs/operations.md, TextrailLogExpires)',
    });
  }
}

/** The settings of the history's topics that differ from how we create them. */
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
