import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import {
  BlobMissing,
  BlobRefused,
  type BlobStore,
  BlobStoreUnavailable,
} from '../../platform/blob-store/blob-store.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { type Egress, EgressError, type SendOptions } from '../../platform/egress/egress.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type AttemptOutcome, Courier } from './courier.ts';
import { GATE_LIMITS } from './gate.ts';
import { signatureHeader } from './signature.ts';

const RECEIVER = { method: 'POST', url: 'http://receiver.example/' } as const;

const READ_ONCE = new UnreadableBlobs(createTelemetry('silent'), []);

test('an attempt begins when its turn at the receiver has come, not while it waits in line', async () => {
  let begun = 0;
  let sent = 0;
  const hanging = {
    send: () => {
      sent++;
      return new Promise<number>(() => undefined);
    },
  } as unknown as Egress;
  const courier = new Courier(hanging, {} as BlobStore, {
    secretsOf: async () => ['secret'],
    timeoutMs: 1_000,
    unreadable: READ_ONCE,
  });
  const event = EXAMPLE_EVENTS.ExtractFailed;
  for (let attempts = 0; attempts < 100; attempts++) {
    const begin = async () => {
      begun++;
    };
    void courier.attempt({
      event,
      to: { method: 'POST', url: 'http://slow.example/' },
      attempt: 1,
      deliveryId: 'd',
      begin,
    });
  }
  for (let turns = 0; turns < 10; turns++) await turn();
  assert.ok(sent > 0 && sent < 100, `${sent} sent`);
  assert.equal(begun, sent);
});

test('any 2xx is success; what else came of an attempt is told apart', async () => {
  const answers: [answer: number | EgressError, outcome: AttemptOutcome][] = [
    [200, { kind: 'delivered', status: 200 }],
    [299, { kind: 'delivered', status: 299 }],
    [199, { kind: 'status', status: 199 }],
    [300, { kind: 'status', status: 300 }],
    [new EgressError('timeout'), { kind: 'timeout' }],
    [new EgressError('refused'), { kind: 'refused' }],
    [new EgressError('connection'), { kind: 'connection' }],
    [new EgressError('too_large'), { kind: 'connection' }],
  ];
  for (const [answer, outcome] of answers) {
    const egress = {
      send: () => (typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer)),
    } as unknown as Egress;
    const courier = new Courier(egress, {} as BlobStore, {
      secretsOf: async () => ['secret'],
      timeoutMs: 1_000,
      unreadable: READ_ONCE,
    });
    const event = EXAMPLE_EVENTS.ExtractFailed;
    const begin = async () => undefined;
    const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
    assert.deepEqual(await courier.attempt(attempt), outcome);
  }
});

test('a result that is too large for memory is read in pieces, and let go where the receiver refuses it', async () => {
  const opened: Readable[] = [];
  const pieces = ['{"a":', '1}'].map(piece => Buffer.from(piece));
  const blobs = {
    read: async () => {
      throw new RangeError('too large');
    },
    stream: async () => {
      const stream = Readable.from(pieces);
      opened.push(stream);
      return { bytes: 7, pieces: stream };
    },
  } as unknown as BlobStore;
  let sent: SendOptions | undefined;
  const refusing = {
    send: async (_url: string, options: SendOptions) => {
      sent = options;
      throw new EgressError('refused');
    },
  } as unknown as Egress;
  const courier = new Courier(refusing, blobs, {
    secretsOf: async () => ['new', 'old'],
    timeoutMs: 1_000,
    unreadable: READ_ONCE,
  });
  const event = EXAMPLE_EVENTS.ExtractCompleted;
  const begin = async () => undefined;
  const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
  assert.deepEqual(await courier.attempt(attempt), { kind: 'refused' });
  assert.ok(opened.length === 2 && opened.every(stream => stream.destroyed));
  assert.equal(sent?.headers['content-length'], '7');
  const signature = sent?.headers['x-service-signature'] ?? '';
  const at = Number(/^t=(\d+),/.exec(signature)?.[1]) * 1_000;
  assert.equal(signature, await signatureHeader(['new', 'old'], [Buffer.concat(pieces)], at));
});

test('a result that its store has lost is told as GET tells it, and counted; of an erased job neither', async () => {
  const lost = { read: () => Promise.reject(new BlobMissing()) } as unknown as BlobStore;
  const sent: string[] = [];
  const egress = {
    send: async (_url: string, { body }: SendOptions) => {
      sent.push(String(body));
      return 200;
    },
  } as unknown as Egress;
  const telemetry = createTelemetry('silent');
  const unreadable = new UnreadableBlobs(telemetry, [0]);
  const courier = new Courier(egress, lost, { secretsOf: async () => ['s'], timeoutMs: 1_000, unreadable });
  const event = { ...EXAMPLE_EVENTS.ExtractCompleted, result_blob: 'result/1' };
  const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd' };
  const counted = async () =>
    /unreadable_blobs_total\{prefix="result"\} (\d+)/.exec(await telemetry.registry.metrics())?.[1];
  const erased = () => Promise.reject(new Error('the job was erased'));
  await assert.rejects(courier.attempt({ ...attempt, begin: erased }));
  assert.deepEqual([sent.length, await counted()], [0, '0']);
  await courier.attempt({ ...attempt, begin: async () => undefined });
  assert.match(sent[0] ?? '', /"not_found"/);
  assert.equal(await counted(), '1');
});

test('a result that cannot be read now uses up no attempt, and one that cannot be sent now is let go', async () => {
  const away = { read: () => Promise.reject(new BlobStoreUnavailable('away')) } as unknown as BlobStore;
  const nobody = { send: () => assert.fail('sent') } as unknown as Egress;
  const options = { secretsOf: async () => ['secret'], timeoutMs: 1_000, unreadable: READ_ONCE };
  const event = EXAMPLE_EVENTS.ExtractCompleted;
  let begun = 0;
  const begin = async () => {
    begun++;
    throw new LogUnavailable('away');
  };
  const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
  await assert.rejects(new Courier(nobody, away, options).attempt(attempt), BlobStoreUnavailable);
  assert.equal(begun, 0);
  const opened: Readable[] = [];
  const large = {
    read: () => Promise.reject(new RangeError('too large')),
    stream: async () => {
      opened.push(Readable.from([Buffer.from('{}')]));
      return { bytes: 2, pieces: opened.at(-1) };
    },
  } as unknown as BlobStore;
  await assert.rejects(new Courier(nobody, large, options).attempt(attempt), LogUnavailable);
  assert.ok(opened.length === 2 && opened.every(stream => stream.destroyed));
});

test('an attempt fails whose result the store refuses to read, and the next one reads it again', async () => {
  let reads = 0;
  const refusing = {
    read: () => (++reads === 1 ? Promise.reject(new BlobRefused('AccessDenied')) : Buffer.from('{}')),
  } as unknown as BlobStore;
  const receiver = { send: async () => 200 } as unknown as Egress;
  const courier = new Courier(receiver, refusing, {
    secretsOf: async () => ['s'],
    timeoutMs: 1_000,
    unreadable: READ_ONCE,
  });
  const event = EXAMPLE_EVENTS.ExtractCompleted;
  let begun = 0;
  const begin = async () => {
    begun++;
  };
  const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
  assert.deepEqual(await courier.attempt(attempt), { kind: 'connection' });
  assert.deepEqual(await courier.attempt(attempt), { kind: 'delivered', status: 200 });
  assert.equal(begun, 2);
});

/** A courier whose large results break off with `error`, and which must not call anybody. */
function courierOfBroken(error: Error): Courier {
  async function* broken() {
    yield Buffer.from('{');
    throw error;
  }
  const blobs = {
    read: () => Promise.reject(new RangeError('too large')),
    stream: async () => ({ bytes: 2, pieces: Readable.from(broken()) }),
  } as unknown as BlobStore;
  const nobody = { send: () => assert.fail('called') } as unknown as Egress;
  return new Courier(nobody, blobs, {
    secretsOf: async () => ['s'],
    timeoutMs: 1_000,
    unreadable: READ_ONCE,
  });
}

test('an attempt fails whose large result turns out to be damaged when it is read to be signed, and no receiver is called', async () => {
  const courier = courierOfBroken(new BlobRefused('Damaged'));
  const event = EXAMPLE_EVENTS.ExtractCompleted;
  const begin = async () => undefined;
  const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
  assert.deepEqual(await courier.attempt(attempt), { kind: 'connection' });
});

test('a webhook is a POST and a place for a result a PUT, with the same head', async () => {
  const sent: SendOptions[] = [];
  const receiver = { send: async (_url: string, options: SendOptions) => sent.push(options) && 200 };
  const courier = new Courier(receiver as unknown as Egress, {} as BlobStore, {
    secretsOf: async () => ['s'],
    timeoutMs: 1_000,
    unreadable: READ_ONCE,
  });
  const event = EXAMPLE_EVENTS.ExtractFailed;
  const begin = async () => undefined;
  for (const method of ['POST', 'PUT'] as const)
    await courier.attempt({ event, to: { ...RECEIVER, method }, attempt: 1, deliveryId: 'd', begin });
  assert.deepEqual(
    sent.map(({ method }) => method),
    ['POST', 'PUT'],
  );
  assert.deepEqual(Object.keys(sent[0]?.headers ?? {}), Object.keys(sent[1]?.headers ?? {}));
});

test('receivers that nobody reaches open their circuit; those that answer, in whatever way, or are not called do not', async () => {
  const answers: [answer: number | EgressError, open: number][] = [
    [new EgressError('timeout'), 1],
    [new EgressError('connection'), 1],
    [new EgressError('refused'), 0],
    [500, 0],
    [200, 0],
  ];
  for (const [answer, open] of answers) {
    const send = () => (typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer));
    const courier = new Courier({ send } as unknown as Egress, {} as BlobStore, {
      secretsOf: async () => ['secret'],
      timeoutMs: 1_000,
      unreadable: READ_ONCE,
    });
    const event = EXAMPLE_EVENTS.ExtractFailed;
    const attempt = { event, to: RECEIVER, attempt: 1, deliveryId: 'd', begin: async () => undefined };
    for (let times = 0; times < GATE_LIMITS.opensReceiverAfter; times++) await courier.attempt(attempt);
    assert.equal(courier.gate.open, open, String(answer));
  }
});

test('an attempt is not begun where its large result cannot be read to be signed, and nothing goes out unsigned', async () => {
  const courier = courierOfBroken(new Error('the connection was reset'));
  const begin = () => assert.fail('begun');
  const attempt = {
    event: EXAMPLE_EVENTS.ExtractCompleted,
    to: RECEIVER,
    attempt: 1,
    deliveryId: 'd',
    begin,
  };
  await assert.rejects(courier.attempt(attempt), BlobStoreUnavailable);
});

test('a large result that is cut off before anybody reads it is a failed attempt, not the end of the process', async () => {
  const opened: Readable[] = [];
  const blobs = {
    read: () => Promise.reject(new RangeError('too large')),
    stream: async () => {
      const pieces = Readable.from([Buffer.from('{}')]);
      opened.push(pieces);
      return { bytes: 2, pieces };
    },
  } as unknown as BlobStore;
  const send = async (_url: string, { body }: SendOptions) => {
    for await (const piece of body as Readable) assert.fail(String(piece));
    return 200;
  };
  const failing = {
    send: (url: string, options: SendOptions) =>
      send(url, options).catch(cause => Promise.reject(new EgressError('connection', { cause }))),
  } as unknown as Egress;
  const options = { secretsOf: async () => ['s'], timeoutMs: 1_000, unreadable: READ_ONCE };
  const courier = new Courier(failing, blobs, options);
  const begin = async () => {
    opened.at(-1)?.destroy(new Error('the connection was reset'));
    await turn();
  };
  const attempt = {
    event: EXAMPLE_EVENTS.ExtractCompleted,
    to: RECEIVER,
    attempt: 1,
    deliveryId: 'd',
    begin,
  };
  assert.deepEqual(await courier.attempt(attempt), { kind: 'connection' });
});

test('an attempt beyond the end of its key’s line fails with nobody called, and is used up', async t => {
  const nobody = { send: () => assert.fail('called') } as unknown as Egress;
  const options = { secretsOf: async () => ['s'], timeoutMs: 1_000, unreadable: READ_ONCE };
  const courier = new Courier(nobody, {} as BlobStore, options);
  t.mock.method(courier.gate, 'run', async () => undefined);
  let begun = 0;
  const begin = async () => void begun++;
  const attempt = { event: EXAMPLE_EVENTS.ExtractFailed, to: RECEIVER, attempt: 1, deliveryId: 'd', begin };
  assert.deepEqual(await courier.attempt(attempt), { kind: 'connection' });
  assert.equal(begun, 1);
});
