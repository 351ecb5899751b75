/**
 * Which records of a batch the brokers have confirmed. kafkajs can resolve a `sendBatch` although partitions are
 * missing from its answer: if a leader dies in the middle, a broker that has already answered inherits its partitions,
 * and nothing is sent to it again. Those records were never written.
 */
export interface Addressed {
  topic: string;
  partition: number;
}

export interface Acknowledgement {
  topicName: string;
  partition: number;
  errorCode: number;
}

/** The records whose partition was not confirmed; they have to be sent again. */
export function uncovered<R extends Addressed>(sent: readonly R[], answer: readonly Acknowledgement[]): R[] {
  const confirmed = new Set(
    answer.filter(({ errorCode }) => errorCode === 0).map(each => `${each.topicName}/${each.partition}`),
  );
  return sent.filter(({ topic, partition }) => !confirmed.has(`${topic}/${partition}`));
}
