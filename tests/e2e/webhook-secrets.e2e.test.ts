import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isGenuine } from '../../examples/webhooks/verify.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { type Delivery, type Receiver, startReceiver } from '../support/receiver.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

describe(suite('the secrets that sign webhooks'), () => {
  let service: Service;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    service = await startService({
      EGRESS_ALLOW: '127.0.0.0/8',
      WEBHOOK_SIGNING_SECRET: 'operator_secret_0123456789',
    });
  });
  after(async () => {
    await service.dispose();
    await receiver.close();
  });

  const issue = async () => {
    const [shown, key] = (await operate(service, 'keys', 'issue')).slice(-2) as [
      { key_id: string; webhook_secret: string },
      { key_id: string; api_key: string },
    ];
    assert.equal(shown.key_id, key.key_id);
    return { ...key, secret: shown.webhook_secret };
  };
  const secretOf = async (keyId: string, ...options: string[]) => {
    const [shown] = (await operate(service, 'keys', 'webhook-secret', keyId, ...options)).slice(-1);
    return shown as { webhook_secret: string; previous_until: string | null };
  };
  const deliver = async (apiKey: string, path: string): Promise<Delivery> => {
    const query = { webhook_url: receiver.url(path) };
    await new Client(service, apiKey).accepted({ file: page('signed'), query });
    const [delivery] = await receiver.deliveries(path, 1);
    assert.ok(delivery);
    return delivery;
  };
  const isBy = ({ headers, body, at }: Delivery, secret: string) =>
    isGenuine(String(headers['x-service-signature']), Buffer.from(body), secret, at / 1000);

  test('a delivery is proven by the secret of its key and by the operator’s, and not by another key’s', async () => {
    const [one, other] = [await issue(), await issue()];
    const delivery = await deliver(one.api_key, '/own');
    assert.deepEqual(
      [one.secret, 'operator_secret_0123456789', other.secret].map(secret => isBy(delivery, secret)),
      [true, true, false],
    );
    assert.equal((await secretOf(one.key_id)).webhook_secret, one.secret);
  });

  test('a key’s secret is replaced while both sign, until the overlap is over', async () => {
    const { key_id, api_key, secret } = await issue();
    const second = await secretOf(key_id, '--rotate', '--overlap', '3600');
    assert.notEqual(second.webhook_secret, secret);
    const during = await deliver(api_key, '/during');
    assert.deepEqual([isBy(during, secret), isBy(during, second.webhook_secret)], [true, true]);
    const third = await secretOf(key_id, '--rotate', '--overlap', '1');
    // The overlap may have ended before the command returned.
    const { previous_until: end } = third;
    await until('the end of the overlap', () => end === null || Date.now() > Date.parse(end));
    const later = await deliver(api_key, '/later');
    assert.deepEqual(
      [secret, second.webhook_secret, third.webhook_secret].map(one => isBy(later, one)),
      [false, false, true],
    );
    assert.deepEqual(await secretOf(key_id), { key_id, ...third, previous_until: null });
  });

  inEmbedded(() => {
    test('a command that lacks the service’s own secret tells none, and still issues keys', async () => {
      const { key_id } = await issue();
      const environment = { ...service.environment };
      delete environment.WEBHOOK_SIGNING_SECRET;
      const without = { ...service, environment };
      await assert.rejects(
        operate(without, 'keys', 'webhook-secret', key_id),
        /signs by another secret: give this command the WEBHOOK_SIGNING_SECRET that the service has/,
      );
      const [shown, key] = (await operate(without, 'keys', 'issue')).slice(-2) as [
        { webhook_secret: string | null },
        { api_key: string },
      ];
      assert.equal(shown.webhook_secret, null);
      assert.match(key.api_key, /^dk_/);
      assert.match((await secretOf(key_id)).webhook_secret, /^whsec_/);
    });
  });
});
