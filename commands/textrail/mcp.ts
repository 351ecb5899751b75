/** `textrail mcp`: the service's MCP server on standard input and output, for programs on this machine. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { within } from '../../platform/within.ts';
import type { JsonSuccess } from '../../schemas/api.ts';
import { pieceOf } from '../../services/ingest/mcp/pieces.ts';
import {
  type McpDocuments,
  type McpEnd,
  type McpSource,
  mcpServer,
  ToolFailure,
} from '../../services/ingest/mcp/tools.ts';
import type { Loaded } from './inputs.ts';
import { type DocumentReader, Stopped, Unread } from './reader.ts';

/** Most documents that can be asked for later; the oldest are dropped. */
const MOST_DOCUMENTS = 50;
/** Longest wait in ms; less than the 60 s after which the SDK's clients give up a request. */
const WAIT_MS = 45_000;

/** Resolves when the client has disconnected. */
export async function serveMcp(reader: DocumentReader, gone: AbortSignal): Promise<void> {
  const documents = new OwnDocuments(reader, gone);
  const handle = serveStdio(() => mcpServer(documents));
  await new Promise<void>(resolve => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
  await handle.close();
}

class OwnDocuments implements McpDocuments {
  readonly hasFiles = true;
  private readonly reader: DocumentReader;
  private readonly gone: AbortSignal;
  private readonly ends = new Map<string, Promise<McpEnd>>();

  constructor(reader: DocumentReader, gone: AbortSignal) {
    this.reader = reader;
    this.gone = gone;
  }

  async submit(source: McpSource): Promise<string> {
    const document = await loaded(source);
    const jobId = randomUUID();
    this.ends.set(jobId, this.read(document));
    const [oldest] = this.ends.keys();
    if (this.ends.size > MOST_DOCUMENTS && oldest !== undefined) this.ends.delete(oldest);
    return jobId;
  }

  async end(jobId: string): Promise<McpEnd | null> {
    const end = this.ends.get(jobId);
    if (end === undefined) throw new ToolFailure('not_found', 'No such job.');
    return (await within(WAIT_MS, end)) ?? null;
  }

  private async read(document: Loaded): Promise<McpEnd> {
    try {
      const result = (await this.reader.read(document, 'json', this.gone)) as JsonSuccess;
      return { kind: 'read', piece: async order => pieceOf(result, order) };
    } catch (error) {
      if (error instanceof Unread) return { kind: 'unread', code: error.code, message: error.message };
      if (error instanceof Stopped) return { kind: 'unread', code: 'unavailable', message: error.message };
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'unread', code: 'unavailable', message };
    }
  }
}

async function loaded(source: McpSource): Promise<Loaded> {
  if ('url' in source) return source;
  if ('base64' in source) return { bytes: Buffer.from(source.base64, 'base64') };
  try {
    return { bytes: await readFile(source.path) };
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ToolFailure('unreadable', `The file cannot be read (${why}).`);
  }
}
