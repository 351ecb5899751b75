/** A page with the text that OCR found on it, if any. */
import type { Warning } from '../../../../../schemas/document.ts';
import type { WarningCode } from '../../../../../schemas/warnings.ts';
import type { PageContent } from '../../../layout/page/content.ts';

export interface SeenPage {
  page: PageContent;
  /** Whether any of its text was read by OCR. */
  ocr: boolean;
  warning: Warning | null;
}

/** A page to which OCR adds nothing. */
export const asItIs = (page: PageContent, code: WarningCode | null = null): SeenPage => ({
  ...{ page, ocr: false },
  warning: code && { code, page: page.number },
});
