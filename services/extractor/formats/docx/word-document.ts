import type { Block } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import type { BoundData } from './bound-controls.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** What all parts of one document have in common. */
export interface WordDocument {
  package: Package;
  styles: Styles;
  numbering: Numbering;
  boundData: BoundData;
  /** Imported content of other formats, by part. */
  imported: ReadonlyMap<string, Block[]>;
  /** Returns the blocks of another Word document, given by its bytes; null where it cannot be read. */
  readEmbedded: (bytes: Uint8Array) => Block[] | null;
}
