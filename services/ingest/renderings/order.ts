/** The form in which a compatible route wants a finished document. It is passed between threads. */
import type { DoclingOrder } from '../compat/docling-answers.ts';
import type { OpenWebUiOrder } from '../compat/openwebui-answers.ts';
import type { TikaOrder } from '../compat/tika-answers.ts';
import type { McpOrder } from '../mcp/pieces.ts';

export type Order =
  | ({ as: 'docling' } & DoclingOrder)
  | ({ as: 'openwebui' } & OpenWebUiOrder)
  | ({ as: 'tika' } & TikaOrder)
  | ({ as: 'mcp' } & McpOrder);
