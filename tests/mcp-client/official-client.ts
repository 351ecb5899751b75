/** The official MCP client, installed once into the project's cache from its own lockfile. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE_DIR } from '../../stack/tools.ts';
import { execute } from '../support/python.ts';

/** The part of it that the tests use. */
export interface McpClient {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ tools: { name: string; inputSchema: { properties?: Record<string, unknown> } }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<{
    isError?: boolean;
    content: { type: string; text?: string }[];
    structuredContent?: Record<string, unknown>;
  }>;
  close(): Promise<void>;
}

export interface OfficialClient {
  Client: new (info: { name: string; version: string }) => McpClient;
  StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => object;
  StdioClientTransport: new (program: { command: string; args: string[]; cwd: string }) => object;
}

export async function officialClient(): Promise<OfficialClient> {
  const files = ['package.json', 'package-lock.json'];
  const texts = files.map(name => readFileSync(join(import.meta.dirname, name)));
  const hash = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
  const folder = join(CACHE_DIR, `mcp-client-${hash}`);
  const whole = join(folder, 'installed');
  if (!existsSync(whole)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of files) cpSync(join(import.meta.dirname, name), join(folder, name));
    const { code, output } = await execute('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: folder });
    if (code !== 0) throw new Error(`npm cannot install the MCP client: ${output}`);
    mkdirSync(whole);
  }
  const dist = join(folder, 'node_modules/@modelcontextprotocol/client/dist');
  const [main, stdio] = await Promise.all(
    ['index.mjs', 'stdio.mjs'].map(name => import(pathToFileURL(join(dist, name)).href)),
  );
  return { ...main, ...stdio };
}
