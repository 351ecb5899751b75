import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { Names } from './names.ts';

const SOON_MS = 300;
const NOWHERE = '/nonexistent';
const isTimeout = { name: 'TimeoutError' };
const open: Socket[] = [];

/** Starts a DNS server that answers a question (its bytes, RFC 1035 section 4), or stays silent. */
async function server(answer: (question: Buffer) => Buffer | undefined): Promise<string[]> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (question, { port, address }) => {
    const reply = answer(question);
    if (reply !== undefined) socket.send(reply, port, address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return [`127.0.0.1:${socket.address().port}`];
}

/** Builds a DNS answer: the header's flags and counts before the question, and for an A question one A record of 60 s. */
function reply(question: Buffer, { unknown = false } = {}): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isA = question.readUInt16BE(end - 4) === 1;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(unknown ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(isA && !unknown ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from('c00c000100010000003c0004c0000207', 'hex');
  return Buffer.concat([header, question.subarray(12, end), ...(isA && !unknown ? [record] : [])]);
}

describe('the name of a caller’s address', () => {
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });

  it('is asked of DNS', async () => {
    const names = new Names({ hostsFile: NOWHERE, servers: await server(question => reply(question)) });
    assert.deepEqual(await names.addresses('receiver.example'), ['192.0.2.7']);
  });

  it('is what the hosts file says, whatever DNS would', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'textrail-hosts-'));
    const hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# 192.0.2.1 commented\n10.0.0.5 other Receiver.example # here\n::1\tlocalhost\n',
    );
    const names = new Names({ hostsFile, servers: await server(question => reply(question)) });
    assert.deepEqual(await names.addresses('receiver.example'), ['10.0.0.5']);
    assert.deepEqual(await names.addresses('localhost'), ['::1']);
    await rm(folder, { recursive: true });
  });

  it('whose servers keep silent is given up in time, and holds up neither others nor the system’s resolver', async () => {
    let asked = 0;
    const system = async () => {
      asked++;
      return [];
    };
    const silent = await server(() => undefined);
    const names = new Names({ hostsFile: NOWHERE, servers: silent, system, limitMs: SOON_MS });
    const begun = Date.now();
    const many = Array.from({ length: 100 }, (_, at) => names.addresses(`slow-${at}.example`));
    for (const { status } of await Promise.allSettled(many)) assert.equal(status, 'rejected');
    assert.ok(Date.now() - begun < SOON_MS * 30);
    await assert.rejects(names.addresses('slow.example'), isTimeout);
    assert.equal(asked, 0);
  });

  it('is taken for one kind of address where its servers never answer for the other', async () => {
    const isFour = (question: Buffer) => question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
    const servers = await server(question => (isFour(question) ? reply(question) : undefined));
    const names = new Names({ hostsFile: NOWHERE, servers, limitMs: SOON_MS });
    assert.deepEqual(await names.addresses('receiver.example'), ['192.0.2.7']);
  });

  it('that DNS does not know is asked of the system, one at a time and not for ever', async () => {
    let running = 0;
    let most = 0;
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const system = async (name: string) => {
      most = Math.max(most, ++running);
      if (name === 'held.local') {
        begun.resolve();
        await release.promise;
      }
      running--;
      return ['10.0.0.6'];
    };
    const servers = await server(question => reply(question, { unknown: true }));
    const names = new Names({ hostsFile: NOWHERE, servers, system, limitMs: SOON_MS });
    assert.deepEqual(await names.addresses('printer.local'), ['10.0.0.6']);
    const held = names.addresses('held.local');
    // A name that is looked up later could overtake this one on its way through DNS.
    await begun.promise;
    const behind = Array.from({ length: 40 }, (_, at) => names.addresses(`behind-${at}.local`));
    for (const each of await Promise.allSettled([held, ...behind])) assert.equal(each.status, 'rejected');
    release.resolve();
    assert.deepEqual(await names.addresses('printer.local'), ['10.0.0.6']);
    assert.equal(most, 1);
  });

  it('is given up at once where more names than may wait for the system’s resolver do', {
    timeout: 20_000,
  }, async () => {
    const release = Promise.withResolvers<void>();
    const system = async () => {
      await release.promise;
      return ['10.0.0.6'];
    };
    const servers = await server(question => reply(question, { unknown: true }));
    const names = new Names({ hostsFile: NOWHERE, servers, system, limitMs: 60_000 });
    const asked = Array.from({ length: 41 }, (_, at) => names.addresses(`line-${at}.local`));
    const beyond = Promise.withResolvers<void>();
    let refused = 0;
    for (const each of asked) each.catch(() => ++refused === 9 && beyond.resolve());
    await beyond.promise;
    release.resolve();
    const answers = await Promise.allSettled(asked);
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 32);
    assert.deepEqual(await names.addresses('line-0.local'), ['10.0.0.6'], 'the line is empty again');
  });
});
