/** `npm run rebuild`: projects the whole log into a new read model beside the live one, then switches to it. */
import { replay } from '../platform/view-store/replay.ts';
import { command, print } from './open-platform.ts';

await command('rebuild', async platform => {
  if (process.argv.length > 2) throw new Error('usage: npm run rebuild');
  const startedAt = Date.now();
  const rebuild = await platform.views.rebuild();
  try {
    const events = await replay(platform.log, rebuild.store);
    await rebuild.promote();
    print({ rebuilt: true, events, seconds: (Date.now() - startedAt) / 1000 });
  } catch (error) {
    await rebuild.abandon();
    throw error;
  }
});
