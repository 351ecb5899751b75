import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { keepMembership } from './kept-membership.ts';

const kafkajs = createRequire(import.meta.url);
const ConsumerGroup = kafkajs('kafkajs/src/consumer/consumerGroup.js');
const Runner = kafkajs('kafkajs/src/consumer/runner.js');
const { MemberAssignment } = kafkajs('kafkajs/src/consumer/assignerProtocol.js');

const NOTHING = MemberAssignment.encode({ version: 0, assignment: {}, userData: Buffer.alloc(0) });

const UNKNOWN_MEMBER = Object.assign(new Error('unknown member'), { type: 'UNKNOWN_MEMBER_ID' });
const LOADING = Object.assign(new Error('loading'), { type: 'GROUP_LOAD_IN_PROGRESS', retriable: true });

const logger = { namespace: () => logger, debug() {}, info() {}, warn() {}, error() {} };
const instrumentationEmitter = { emit: () => undefined };
const retry = { initialRetryTime: 1, retries: 3 };

/** A group's coordinator as kafkajs's consumer sees it, with the ids under which members joined and left. */
function coordinated() {
  const joins: string[] = [];
  const left: string[] = [];
  const known = new Set<string>();
  const state = { isCutOff: false, isLoading: false };
  const coordinator = {
    joinGroup: async ({ memberId }: { memberId: string }) => {
      joins.push(memberId);
      if (state.isLoading && memberId === '') throw LOADING;
      if (memberId !== '' && !known.has(memberId)) throw UNKNOWN_MEMBER;
      const id = memberId === '' ? `member-${joins.length}` : memberId;
      known.add(id);
      return { generationId: 1, leaderId: 'another', memberId: id, members: [], groupProtocol: 'any' };
    },
    syncGroup: async () => {
      if (state.isCutOff) throw new Error('Closed connection');
      return { memberAssignment: NOTHING };
    },
    leaveGroup: async ({ memberId }: { memberId: string }) => void left.push(memberId),
  };
  const cluster = {
    connect: async () => undefined,
    refreshMetadataIfNecessary: async () => undefined,
    findGroupCoordinator: async () => coordinator,
    committedOffsets: () => ({}),
  };
  const made = () =>
    new ConsumerGroup({
      cluster,
      logger,
      groupId: 'group',
      topics: [],
      topicConfigurations: {},
      assigners: [],
      retry,
      instrumentationEmitter,
    });
  /** A ConsumerGroup that has joined; kafkajs makes one at a consumer's start and after each crash. */
  const begin = async () => {
    const group = made();
    await group.connect();
    await group.joinAndSync();
    return group;
  };
  return { made, begin, joins, left, state, forget: () => known.clear() };
}

keepMembership();

test('a consumer that begins again after a crash is the member that it was, so nobody waits for the end of a session', async () => {
  const { begin, joins } = coordinated();
  await begin();
  await begin();
  assert.deepEqual(joins, ['', 'member-1']);
});

test('one that is cut off between its join and its partitions is the member that it became', async () => {
  const { begin, joins, state } = coordinated();
  state.isCutOff = true;
  await assert.rejects(begin());
  state.isCutOff = false;
  await begin();
  assert.deepEqual(joins, ['', 'member-1']);
});

test('one whose session has ended meanwhile joins as a new member', async () => {
  const { begin, joins, forget } = coordinated();
  await begin();
  forget();
  const { memberId } = await begin();
  assert.deepEqual(joins, ['', 'member-1', '']);
  assert.equal(memberId, 'member-3');
});

test('one that has left joins as a new member', async () => {
  const { begin, joins, left } = coordinated();
  const group = await begin();
  await group.leave();
  await begin();
  assert.deepEqual([joins, left], [['', ''], ['member-1']]);
});

test('another consumer of the same process is another member', async () => {
  const [one, other] = [coordinated(), coordinated()];
  await one.begin();
  await other.begin();
  assert.deepEqual(other.joins, ['']);
});

test('one that is forgotten while its coordinator is loading does not read on as nobody’s member: it begins again', async () => {
  const { made, begin, joins, state, forget } = coordinated();
  const group = made();
  let fetches = 0;
  group.getNodeIds = () => [1];
  group.fetch = async () => {
    fetches++;
    forget();
    state.isLoading = true;
    throw UNKNOWN_MEMBER;
  };
  const crashed = Promise.withResolvers<Error>();
  const runner = new Runner({
    logger,
    consumerGroup: group,
    instrumentationEmitter,
    heartbeatInterval: 1,
    retry,
    concurrency: 1,
    onCrash: crashed.resolve,
  });
  await runner.start();
  // kafkajs decides by this cause whether the consumer begins again.
  const { cause } = await crashed.promise;
  assert.equal(cause, LOADING);
  assert.equal(fetches, 1);
  state.isLoading = false;
  await begin();
  assert.deepEqual(joins, ['', '', 'member-1', '']);
});
