import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Place } from './place.ts';

/** A place of a quota, and what was given back. `refuses`: the error that giving back throws. */
function taken(refuses?: Error) {
  const givenBack: string[] = [];
  const giveBack = async (keyId: string, id: string) => {
    givenBack.push(`${keyId}/${id}`);
    if (refuses) throw refuses;
  };
  return { place: new Place({ giveBack }, 'key', 'job'), givenBack };
}

describe('a place of a quota', () => {
  it('is given back once, under the id that its job has by then', async () => {
    const { place, givenBack } = taken();
    place.id = 'derived';
    await place.giveBack();
    await place.giveBack();
    assert.deepEqual(givenBack, ['key/derived']);
  });

  it('is not given back where its job stands in the log, or may come to', async () => {
    const { place, givenBack } = taken();
    place.keep();
    await place.giveBack();
    assert.deepEqual(givenBack, []);
  });

  it('ends by itself where the store is away; any other error is told', async () => {
    await taken(new ViewStoreUnavailable('away')).place.giveBack();
    await assert.rejects(taken(new Error('a mistake of ours')).place.giveBack(), /mistake/);
  });
});
