import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../../../tests/support/waiting.ts';
import { Keyspace } from './keyspace.ts';
import { Subscription } from './subscription.ts';

interface Heard {
  messages: string[];
  refusals: string[];
  connections: Socket[];
  tell: (message: string) => void;
}

/** A subscription to one channel. `isRefused` is given how often the subscription has been asked for, from 1 on. */
async function subscribed(t: TestContext, isRefused: (asked: number) => boolean): Promise<Heard> {
  const connections: Socket[] = [];
  let [asked, hearing]: [number, Socket | undefined] = [0, undefined];
  const server = createServer(socket => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const [command = ''] of data.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n\w+/g)) {
        const isSubscription = /subscribe$/i.test(command);
        if (!isSubscription) socket.write(/info$/i.test(command) ? '$0\r\n\r\n' : '+OK\r\n');
        else if (isRefused(++asked)) socket.write('-NOPERM this user may not read the channel\r\n');
        else {
          hearing = socket;
          socket.write('>3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keyspace = new Keyspace(`redis://127.0.0.1:${port}`, 'test');
  const client = keyspace.subscriber();
  const [messages, refusals]: string[][] = [[], []];
  client.on('message', (_channel: string, message: string) => messages?.push(message));
  const onRefused = (error: unknown) => void refusals?.push(String(error));
  const subscription = new Subscription({ client, channels: ['news'], onRefused, renewalMs: 20 });
  t.after(() => {
    subscription.close();
    keyspace.redis.disconnect();
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const tell = (text: string) => {
    if (hearing?.writable)
      hearing.write(`>3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$${text.length}\r\n${text}\r\n`);
  };
  return { messages: messages ?? [], refusals: refusals ?? [], connections, tell };
}

const heardWhenTold = ({ tell, messages }: Heard) =>
  until('a message', async () => {
    tell('hello');
    return messages.includes('hello');
  });

describe('a subscription', () => {
  it('that the server refuses is asked for again, until it is there', async t => {
    const heard = await subscribed(t, asked => asked <= 3);
    await heardWhenTold(heard);
    assert.match(heard.refusals[0] ?? '', /NOPERM/);
  });

  it('that is refused on a new connection ends nothing, and is there when it is allowed again', async t => {
    let isRefused = false;
    const heard = await subscribed(t, () => isRefused);
    await heardWhenTold(heard);
    isRefused = true;
    for (const socket of heard.connections) socket.destroy();
    await until('a refusal', async () => heard.refusals.length > 1);
    isRefused = false;
    heard.messages.length = 0;
    await heardWhenTold(heard);
  });
});
