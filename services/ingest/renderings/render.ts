/** A finished document in the form that an order wants. */
import type { Order } from './order.ts';
import type { Result } from './result.ts';

type Render = (result: Result, order: never) => string | null;

/** Loaded with the first order for them. */
const RENDERERS: Record<Order['as'], () => Promise<{ rendered: Render }>> = {
  docling: () => import('../compat/docling-answers.ts'),
  openwebui: () => import('../compat/openwebui-answers.ts'),
  tika: () => import('../compat/tika-answers.ts'),
  mcp: () => import('../mcp/pieces.ts'),
};

/** `json`: the body that POST /v1/extract answers. Null where the result cannot be had in that form. */
export async function render(json: Uint8Array, order: Order): Promise<Buffer | null> {
  const { rendered } = await RENDERERS[order.as]();
  const text = rendered(parsed(json), order as never);
  return text === null ? null : Buffer.from(text);
}

/** What V8 says of text that is no JSON quotes it, and is logged: it is a document's. */
function parsed(json: Uint8Array): Result {
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
  } catch {
    throw new Error('a stored result is no JSON');
  }
}
