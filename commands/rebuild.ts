/** `npm run rebuild`: projects the whole log into a new read model beside the live one, then switches to it. */
import type { Platform } from '../platform/platform.ts';
import { replay } from '../platform/view-store/replay.ts';
import { command, print } from './open-platform.ts';

async function rebuild(platform: Platform): Promise<void> {
  const startedAt = Date.now();
  const next = await platform.views.rebuild();
  try {
    const events = await replay(platform.log, next.store);
    await next.promote();
    print({ rebuilt: true, events, seconds: (Date.now() - startedAt) / 1000 });
  } catch (error) {
    await next.abandon();
    throw error;
  }
}

await command('rebuild', 'npm run rebuild', args => (args.length > 0 ? undefined : rebuild));
