/** Reads a form described only by XFA as a document of its own: the page in the file only asks for another viewer. */
import type { Block, Document, Warning } from '../../../../../schemas/document.ts';
import { ceilingCrossed } from '../../../allowance.ts';
import { type Ceilings, ExtractionError } from '../../../format.ts';
import { type OpenPdf, openForm } from '../read/open.ts';
import { type FormNode, formBlocks } from './form.ts';

/** Returns null where the description is broken or shows no text. */
export async function readForm(pdf: OpenPdf, ceilings: Ceilings): Promise<Document | null> {
  const form = await openForm(pdf).catch(() => null);
  if (form === null) return null;
  try {
    return await documentOf(form, ceilings);
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    return null;
  } finally {
    await form.close();
  }
}

async function documentOf({ document }: OpenPdf, ceilings: Ceilings): Promise<Document | null> {
  const tree = (await document.allXfaHtml) as FormNode | null;
  const pages = tree?.children ?? [];
  const blocks: Block[] = [];
  const furniture = new Set<string>();
  for (const [at, page] of pages.slice(0, ceilings.pages).entries())
    if (page !== null) for (const block of formBlocks(page, at + 1, furniture)) blocks.push(block);
  if (blocks.length === 0) return null;
  if (JSON.stringify(blocks).length > ceilings.textCharacters) throw ceilingCrossed('textCharacters');
  const warnings: Warning[] = pages.length > ceilings.pages ? [{ code: 'page-ceiling', page: null }] : [];
  return { blocks, pages: pages.length, ocr: false, warnings };
}
