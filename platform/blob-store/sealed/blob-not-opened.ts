import { BlobRefused } from '../blob-store.ts';

/**
 * A blob that is there and cannot be opened, by anybody with these keys: a master key of that name did not wrap its data
 * key (`AnotherMasterKey`); it was changed, cut, extended, or lies under another's name (`Damaged`); it is not sealed although only
 * sealed ones are read (`NotSealed`). The one blob's failure, as where the store refuses it.
 */
export class BlobNotOpened extends BlobRefused {
  constructor(code: 'AnotherMasterKey' | 'Damaged' | 'NotSealed', options?: ErrorOptions) {
    super(code, options);
    this.name = 'BlobNotOpened';
  }
}
