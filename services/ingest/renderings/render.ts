/** Renders a finished document in the form that an order asks for. */
import type { Order } from './order.ts';
import type { Result } from './result.ts';

type Render = (result: Result, order: never) => string | null;

/** Each is loaded when it is first asked for. */
const RENDERERS: Record<Order['as'], () => Promise<{ rendered: Render }>> = {
  docling: () => import('../compat/docling-answers.ts'),
  openwebui: () => import('../compat/openwebui-answers.ts'),
  tika: () => import('../compat/tika-answers.ts'),
  mcp: () => import('../mcp/pieces.ts'),
};

/** `json`: the body that POST /v1/extract returns. Null if the result cannot be given in that form. */
export async function render(json: Uint8Array, order: Order): Promise<Buffer | null> {
  const { rendered } = await RENDERERS[order.as]();
  const text = rendered(parsed(json), order as never);
  return text === null ? null : Buffer.from(text);
}

/** Parses a stored result. V8's own error would quote the text, which is a document's, and be logged. */
function parsed(json: Uint8Array): Result {
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
  } catch {
    throw new Error('a stored result is no JSON');
  }
}
