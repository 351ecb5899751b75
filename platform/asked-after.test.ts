import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { AskedAfter } from './asked-after.ts';

it('an answer is of a time after it was asked for, and those who come at once share it', async () => {
  const answers: PromiseWithResolvers<number>[] = [];
  const asked = new AskedAfter(() => {
    answers.push(Promise.withResolvers<number>());
    return answers.at(-1)!.promise;
  });
  const first = asked.ask();
  const [second, third] = [asked.ask(), asked.ask()];
  await turn();
  assert.equal(answers.length, 1);
  answers[0]?.resolve(1);
  assert.equal(await first, 1);
  await turn();
  const fourth = asked.ask();
  assert.equal(answers.length, 2, 'begun after the first was over');
  answers[1]?.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  await turn();
  assert.equal(answers.length, 3);
  answers[2]?.resolve(3);
  assert.equal(await fourth, 3);
});

it('a question that fails is asked again for those who came meanwhile', async () => {
  let asked = 0;
  const question = new AskedAfter(async () => {
    if (++asked === 1) throw new Error('away');
    return asked;
  });
  const [first, second] = await Promise.allSettled([question.ask(), question.ask()]);
  assert.deepEqual([first.status, second.status], ['rejected', 'fulfilled']);
});
