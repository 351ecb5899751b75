/**
 * Changes answers between a Kafka client and its broker into refusals although the broker did what it was asked. What
 * the client then knows of the log, its group or its position is outdated, but never wrong for good. Layouts:
 * https://kafka.apache.org/protocol, in the versions that kafkajs uses (none is flexible).
 */
import { Frames, SIZE_BYTES } from '../kafka-frames.ts';
import type { Meddler, Passed, Refusals } from './errors.ts';

const CORRELATION_BYTES = 4;
const THROTTLE_BYTES = 4;

interface Asked {
  api: number;
  version: number;
}

/** The offsets of an answer's error codes in its body. */
type Codes = (body: Buffer, version: number) => number[];

/** The code directly follows the throttle time. */
const afterThrottle: Codes = () => [THROTTLE_BYTES];

/** A reading position in a body. */
class Cursor {
  private readonly body: Buffer;
  at: number;

  constructor(body: Buffer, at: number) {
    this.body = body;
    this.at = at;
  }

  /** Reads the length of an array; -1 means null and counts as 0. */
  length(): number {
    this.at += 4;
    return Math.max(0, this.body.readInt32BE(this.at - 4));
  }

  skipName(): void {
    this.at += 2 + this.body.readInt16BE(this.at);
  }
}

/** The codes of topics with partitions. A partition begins with its number and its code; `skipRest` goes to the next one. */
function ofPartitions(body: Buffer, begin: number, skipRest: (cursor: Cursor) => void): number[] {
  const codes: number[] = [];
  const cursor = new Cursor(body, begin);
  for (let topics = cursor.length(); topics > 0; topics--) {
    cursor.skipName();
    for (let partitions = cursor.length(); partitions > 0; partitions--) {
      codes.push(cursor.at + 4);
      cursor.at += 6;
      skipRest(cursor);
    }
  }
  return codes;
}

const bytes = (count: number) => (cursor: Cursor) => {
  cursor.at += count;
};

/** Skips high watermark, last stable offset, log start offset (since version 5), aborted transactions and records. */
const rest = (version: number) => (cursor: Cursor) => {
  cursor.at += version >= 5 ? 24 : 16;
  const transactions = cursor.length();
  cursor.at += 16 * transactions + (version >= 11 ? 4 : 0);
  const records = cursor.length();
  cursor.at += records;
};

interface Api {
  name: string;
  /** The first version with this layout. */
  since: number;
  codes: Codes;
  /** Codes by their names in Kafka's `Errors`. */
  errors: number[];
  /** The error for a missing right. */
  forbidden: number;
}

const [UNKNOWN_TOPIC, NOT_LEADER, REQUEST_TIMED_OUT, NOT_AVAILABLE, LOADING, NO_COORDINATOR] = [
  3, 6, 7, 9, 14, 15,
];
const [NOT_COORDINATOR, FEW_REPLICAS, FEW_AFTER_APPEND, ILLEGAL_GENERATION] = [16, 19, 20, 22];
const [UNKNOWN_MEMBER, REBALANCING, STORAGE, UNKNOWN_EPOCH] = [25, 27, 56, 75];
const [TOPIC_FORBIDDEN, GROUP_FORBIDDEN] = [29, 30];

const APIS: Record<number, Api> = {
  0: {
    name: 'Produce',
    since: 5,
    codes: body => ofPartitions(body, 0, bytes(24)),
    errors: [UNKNOWN_TOPIC, NOT_LEADER, REQUEST_TIMED_OUT, FEW_REPLICAS, FEW_AFTER_APPEND, STORAGE],
    forbidden: TOPIC_FORBIDDEN,
  },
  1: {
    name: 'Fetch',
    since: 4,
    codes: (body, version) => ofPartitions(body, THROTTLE_BYTES + (version >= 7 ? 6 : 0), rest(version)),
    errors: [UNKNOWN_TOPIC, NOT_LEADER, NOT_AVAILABLE, STORAGE, UNKNOWN_EPOCH],
    forbidden: TOPIC_FORBIDDEN,
  },
  2: {
    name: 'ListOffsets',
    since: 2,
    codes: body => ofPartitions(body, THROTTLE_BYTES, bytes(16)),
    errors: [UNKNOWN_TOPIC, NOT_LEADER],
    forbidden: TOPIC_FORBIDDEN,
  },
  8: {
    name: 'OffsetCommit',
    since: 3,
    codes: body => ofPartitions(body, THROTTLE_BYTES, bytes(0)),
    errors: [LOADING, NO_COORDINATOR, NOT_COORDINATOR, ILLEGAL_GENERATION, UNKNOWN_MEMBER, REBALANCING],
    forbidden: GROUP_FORBIDDEN,
  },
  9: {
    name: 'OffsetFetch',
    since: 3,
    codes: body => [body.length - 2],
    errors: [LOADING, NOT_COORDINATOR],
    forbidden: GROUP_FORBIDDEN,
  },
  10: {
    name: 'FindCoordinator',
    since: 1,
    codes: afterThrottle,
    errors: [NO_COORDINATOR],
    forbidden: GROUP_FORBIDDEN,
  },
  11: {
    name: 'JoinGroup',
    since: 2,
    codes: afterThrottle,
    errors: [LOADING, NO_COORDINATOR, NOT_COORDINATOR, UNKNOWN_MEMBER],
    forbidden: GROUP_FORBIDDEN,
  },
  12: {
    name: 'Heartbeat',
    since: 1,
    codes: afterThrottle,
    errors: [NO_COORDINATOR, NOT_COORDINATOR, ILLEGAL_GENERATION, UNKNOWN_MEMBER, REBALANCING],
    forbidden: GROUP_FORBIDDEN,
  },
  14: {
    name: 'SyncGroup',
    since: 1,
    codes: afterThrottle,
    errors: [NO_COORDINATOR, NOT_COORDINATOR, ILLEGAL_GENERATION, UNKNOWN_MEMBER, REBALANCING],
    forbidden: GROUP_FORBIDDEN,
  },
};

/** The newest version that kafkajs uses; brokers ask each other in versions with other layouts. */
const NEWEST_FETCH = 11;

export class KafkaErrors implements Meddler {
  private readonly refusals: Refusals;
  private readonly broker: number;
  private readonly asked = new Map<number, Asked>();
  private readonly requests = new Frames();
  private readonly answers = new Frames();

  /** `broker`: the port of the broker that answers. */
  constructor(refusals: Refusals, broker: number) {
    this.refusals = refusals;
    this.broker = broker;
  }

  request(piece: Buffer): Passed {
    for (const frame of this.requests.of(piece)) {
      const at = SIZE_BYTES;
      const [api, version] = [frame.readInt16BE(at), frame.readInt16BE(at + 2)];
      this.asked.set(frame.readInt32BE(at + 4), { api, version });
    }
    return { piece };
  }

  answer(piece: Buffer): Passed {
    const frames = this.answers.of(piece);
    for (const frame of frames) this.perhapsRefuse(frame);
    return { piece: Buffer.concat(frames) };
  }

  private perhapsRefuse(frame: Buffer): void {
    const correlation = frame.readInt32BE(SIZE_BYTES);
    const { api: key, version } = this.asked.get(correlation) ?? { api: -1, version: 0 };
    this.asked.delete(correlation);
    const api = APIS[key];
    const { random, lasting, broker = this.broker } = this.refusals;
    if (api === undefined || version < api.since || version > NEWEST_FETCH || broker !== this.broker) return;
    if (!this.refusals.next()) return;
    const body = frame.subarray(SIZE_BYTES + CORRELATION_BYTES);
    const places = api.codes(body, version);
    const error = lasting ? api.forbidden : random.pick(api.errors);
    // Sometimes refuse only one partition.
    const chosen = lasting || random.chance(0.5) ? places : places.slice(0, 1);
    for (const at of chosen) body.writeInt16BE(error, at);
    if (chosen.length > 0) this.refusals.told(`Kafka refuses: ${api.name} with ${error}`);
  }
}
