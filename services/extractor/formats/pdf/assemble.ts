/** From pages in reading order to the document's blocks. */
import type { Block as DocumentBlock } from '../../../../schemas/document.ts';
import { headingsOf } from './headings/headings.ts';
import type { PageDraft } from './pages/draft.ts';
import { factsOf } from './pages/facts.ts';
import { flowOf } from './pages/flow.ts';
import { joinLines } from './text/joining.ts';

export function assemble(drafts: readonly PageDraft[]): DocumentBlock[] {
  const facts = factsOf(drafts);
  const flow = drafts.flatMap(draft => flowOf(draft, facts));
  const headings = headingsOf(flow, facts, drafts);
  return flow.map(piece => {
    if (piece.kind === 'table') return { kind: 'table', rows: piece.found.rows, page: piece.page };
    const text = joinLines(
      piece.block.lines.map(line => line.text),
      facts.compounds,
    );
    if (headings.has(piece)) return { kind: 'heading', level: 1, text, page: piece.page };
    return { kind: 'paragraph', text, page: piece.page };
  });
}
