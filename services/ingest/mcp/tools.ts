/**
 * The two tools of the MCP server: one reads a document, the other asks about it later. Both return a piece of its text
 * and the offset of the next one, because a model's context is smaller than a document.
 */
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { ErrorCode } from '../../../schemas/errors.ts';
import { type Asked, type McpOrder, MOST_CHARACTERS, USUAL_CHARACTERS } from './pieces.ts';

/** `path`: a file on the server's machine, for a server that runs on its user's own machine. */
export type McpSource = { url: string } | { base64: string } | { path: string };

export type McpEnd =
  | { kind: 'read'; piece: (order: McpOrder) => Promise<CallToolResult> }
  | { kind: 'unread'; code: ErrorCode | string; message: string };

/** Reads documents for the tools. */
export interface McpDocuments {
  /** Returns an id to ask about the document with. Throws `ToolFailure`. */
  submit(source: McpSource): Promise<string>;
  /** Null if it is still running after some time. Throws `ToolFailure` for an unknown id. */
  end(jobId: string): Promise<McpEnd | null>;
  /** Whether files can be read by their path. */
  hasFiles: boolean;
}

/** The error that the model sees in place of a document. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Extract extends Asked {
  url?: string;
  content_base64?: string;
  path?: string;
}

const PIECE = {
  format: {
    type: 'string',
    enum: ['markdown', 'text'],
    description: 'markdown (the default) keeps headings, lists and tables',
  },
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'where the piece begins: next_offset of the one before',
  },
  max_characters: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_CHARACTERS,
    description: `characters at the most, ${USUAL_CHARACTERS} unless given`,
  },
} as const;

const SOURCES = {
  url: { type: 'string', description: 'an https:// address of a document, which the service fetches' },
  content_base64: { type: 'string', description: 'the bytes of a document in base64, up to 4 MiB of them' },
} as const;
const PATH = { path: { type: 'string', description: 'a file on this machine' } } as const;

/** A server for one connection or one request. */
export function mcpServer(documents: McpDocuments): McpServer {
  const server = new McpServer({ name: 'textrail', version: '1.0.0' });
  const sources = documents.hasFiles ? { ...SOURCES, ...PATH } : SOURCES;
  server.registerTool(
    'extract_document',
    {
      title: 'Read a document',
      description: `Reads the text of a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, mail or picture (scans by OCR). Give one of ${Object.keys(sources).join(', ')}. Answers the first piece of the text; get_job has the others.`,
      inputSchema: fromJsonSchema<Extract>({
        type: 'object',
        properties: { ...sources, ...PIECE },
        additionalProperties: false,
      }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    asked =>
      answered(async () => {
        const jobId = await documents.submit(sourceOf(asked, documents.hasFiles));
        return answerOf(jobId, await documents.end(jobId), asked);
      }),
  );
  server.registerTool(
    'get_job',
    {
      title: 'Ask after a document',
      description:
        'Answers a piece of a document that extract_document was given: one that was still being read, or the next piece of a long one.',
      inputSchema: fromJsonSchema<Asked & { job_id: string }>({
        type: 'object',
        properties: { job_id: { type: 'string', description: 'of extract_document' }, ...PIECE },
        required: ['job_id'],
        additionalProperties: false,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    asked => answered(async () => answerOf(asked.job_id, await documents.end(asked.job_id), asked)),
  );
  return server;
}

function sourceOf({ url, content_base64: base64, path }: Extract, hasFiles: boolean): McpSource {
  const given: McpSource[] = [];
  if (url !== undefined) given.push({ url });
  if (base64 !== undefined) given.push({ base64 });
  if (path !== undefined && hasFiles) given.push({ path });
  const [source, ...others] = given;
  if (source === undefined || others.length > 0)
    throw new ToolFailure('bad_request', 'Give exactly one document.');
  return source;
}

async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return failure(error.code, error.message);
  }
}

function failure(code: string, message: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { status: 'error', error: { code, message } },
  };
}

async function answerOf(jobId: string, end: McpEnd | null, asked: Asked): Promise<CallToolResult> {
  if (end === null)
    return {
      content: [{ type: 'text', text: `Still being read. Ask get_job with job_id ${jobId}.` }],
      structuredContent: { status: 'processing', job_id: jobId },
    };
  if (end.kind === 'unread') return failure(end.code, end.message);
  const { format, offset, max_characters } = asked;
  return end.piece({ jobId, asked: { format, offset, max_characters } });
}
