/**
 * Handles pictures that the author described for those who cannot see them (ISO 32000-1, 14.9.3: Alt). They become
 * image elements with that text, like the pictures of office documents and web pages, since readers of plain text do
 * not see the picture either. Pictures without a description are not part of the document's text and are left out.
 */
import type { Image } from '../../../../../schemas/document.ts';
import { beforeProgramNote } from '../../../program-notes.ts';
import { placeOf } from '../../one-page/order/tagged.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Flow } from '../../page/flow.ts';
import { type DescribedFigure, isBlock } from '../../page/hints.ts';

interface Waiting {
  place: number;
  image: Image;
}

/** Returns each picture once, where the structure tree has it among the texts of its page. */
export class DescribedFigures {
  /** By page, in reading order. */
  private readonly waiting = new Map<number, Waiting[]>();
  private readonly drafts: ReadonlyMap<number, PageDraft>;

  constructor(drafts: readonly PageDraft[]) {
    this.drafts = new Map(drafts.map(draft => [draft.number, draft]));
    for (const { number, tags } of drafts) {
      const images = tags.figures.flatMap(figure => waitingFor(figure, number));
      if (images.length > 0) this.waiting.set(number, images);
    }
  }

  before(piece: Flow): Image[] {
    if (this.waiting.size === 0) return [];
    const images: Image[] = [];
    for (const page of this.waiting.keys()) {
      if (page >= piece.page) break;
      images.push(...this.take(page, Number.POSITIVE_INFINITY));
    }
    return [...images, ...this.take(piece.page, this.placeOf(piece))];
  }

  rest(): Image[] {
    return [...this.waiting.keys()].flatMap(page => this.take(page, Number.POSITIVE_INFINITY));
  }

  private take(page: number, until: number): Image[] {
    const waiting = this.waiting.get(page) ?? [];
    const taken = waiting.filter(({ place }) => place < until);
    if (taken.length < waiting.length)
      this.waiting.set(
        page,
        waiting.filter(({ place }) => place >= until),
      );
    else this.waiting.delete(page);
    return taken.map(({ image }) => image);
  }

  /** Returns the place of a piece. Texts without a place follow what has one. */
  private placeOf(piece: Flow): number {
    if (piece.kind === 'text') {
      const ofBlocks = piece.block.lines.filter(line => isBlock(line.element));
      return piece.zone === 'body' ? (placeOf(ofBlocks) ?? 0) : 0;
    }
    return this.drafts.get(piece.page)?.tablePlaces.get(piece.found) ?? 0;
  }
}

/** Names of files, and what programs write where nobody described anything. */
const NO_DESCRIPTION =
  /^(?:figure|image|picture|graphic|logo|photo|shape|chart|diagram|untitled|null|none)?[\s_-]*\d*$|^\S*[\\/.]\S*$|^[a-z]:\\|^https?:|\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|eps|pdf)$/i;

/** Visio names its shapes by their kind and number: `Dynamic connector.153`. */
const SHAPE_NAME = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+){0,4}\.\d{1,5}$/u;

function waitingFor({ alt, place }: DescribedFigure, page: number): Waiting[] {
  const text = beforeProgramNote(alt)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (NO_DESCRIPTION.test(text) || SHAPE_NAME.test(text)) return [];
  return [{ place, image: { kind: 'image', alt: text, caption: null, page } }];
}
