/** Collects the warnings of a document. */
import type { PageNumber, Warning } from '../../schemas/document.ts';
import type { WarningCode } from '../../schemas/warnings.ts';

/** Adds a warning, unless the list has the same one for the same page. */
export function warn(warnings: Warning[], code: WarningCode, page: PageNumber = null): void {
  if (!warnings.some(one => one.code === code && one.page === page)) warnings.push({ code, page });
}
