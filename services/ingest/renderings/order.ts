/** In which form a finished document is wanted, by an address that answers it in another than ours; goes from thread to thread. */
import type { DoclingOrder } from '../compat/docling-answers.ts';
import type { OpenWebUiOrder } from '../compat/openwebui-answers.ts';
import type { TikaOrder } from '../compat/tika-answers.ts';
import type { McpOrder } from '../mcp/pieces.ts';

export type Order =
  | ({ as: 'docling' } & DoclingOrder)
  | ({ as: 'openwebui' } & OpenWebUiOrder)
  | ({ as: 'tika' } & TikaOrder)
  | ({ as: 'mcp' } & McpOrder);
