import { BlobRefused } from '../blob-store.ts';

/**
 * A blob exists but cannot be opened with these keys. `AnotherMasterKey`: its data key was wrapped by another master
 * key of the same name. `Damaged`: it was changed, cut, extended, or stored under another name. `NotSealed`: it is not
 * sealed although only sealed blobs may be read. Like a refusal by the store, it concerns this one blob.
 */
export class BlobNotOpened extends BlobRefused {
  constructor(code: 'AnotherMasterKey' | 'Damaged' | 'NotSealed', options?: ErrorOptions) {
    super(code, options);
    this.name = 'BlobNotOpened';
  }
}
