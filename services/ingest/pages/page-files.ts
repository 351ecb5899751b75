/** Serves the files of a page from a folder, by name; each is read when it is asked for. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_SUCH_ADDRESS } from '../../../platform/unknown-address.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const OTHER_TYPE = 'application/octet-stream';

/** The folder of an installed package. */
export function packageFolder(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

export class PageFiles {
  private readonly folder: () => string;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly isPublic: (name: string) => boolean;
  private names: ReadonlySet<string> | undefined;
  private readonly tags = new Map<string, string>();

  /** `isPublic`: which of the folder's files may be served. */
  constructor(
    folder: () => string,
    headers: Readonly<Record<string, string>>,
    isPublic: (name: string) => boolean = () => true,
  ) {
    this.folder = folder;
    this.headers = headers;
    this.isPublic = isPublic;
  }

  /** Answers the file, 304 if the caller has it, or 404. Only names found in the folder are served. */
  async answer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(await this.known()).has(name)) return reply.code(404).send(NO_SUCH_ADDRESS);
    const path = join(this.folder(), name);
    const known = this.tags.get(name);
    if (known !== undefined && isKnown(request, known))
      return reply.code(304).headers(this.headers).header('ETag', known).send();
    const content = await readFile(path);
    const tag = known ?? `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    this.tags.set(name, tag);
    return reply
      .headers(this.headers)
      .header('ETag', tag)
      .type(TYPES[extname(name)] ?? OTHER_TYPE)
      .send(content);
  }

  /** The names of the files. A failure is not remembered: if no descriptor is free, no folder can be listed. */
  private async known(): Promise<ReadonlySet<string>> {
    this.names ??= new Set((await readdir(this.folder())).filter(this.isPublic));
    return this.names;
  }
}

/** Proxies that compress mark the ETag as weak, which makes no difference here (RFC 9110, 13.1.2). */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',') ?? [];
  return tags.some(one => one.trim().replace(/^W\//, '') === tag);
}
