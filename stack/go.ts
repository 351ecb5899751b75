import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTools, GO, onPath, run, say } from './tools.ts';

/** From Go 1.21 on, Go itself fetches the newer version that a module asks for. */
const SELF_UPDATING_MINOR = 21;
const TOOLCHAIN = 'golang.org/toolchain@v0.0.1-go1.25.5';

/** Returns a Go command that can build current modules, even if Debian's package is years old. */
export async function goCommand(): Promise<string> {
  await ensureTools([GO]);
  const go = onPath('go') ?? 'go';
  const minor = Number(/go1\.(\d+)/.exec(await run(go, ['version']))?.[1] ?? 0);
  return minor >= SELF_UPDATING_MINOR ? go : fetchToolchain(go);
}

/** Fetches the Go toolchain, which is itself a module: an old Go can download it, but not run it. */
async function fetchToolchain(go: string): Promise<string> {
  const target = (await run(go, ['env', 'GOOS', 'GOARCH'])).trim().split('\n').join('-');
  say('fetching a newer Go through the installed one');
  const answer = await run(go, ['mod', 'download', '-json', `${TOOLCHAIN}.${target}`]);
  const { Dir: folder } = JSON.parse(answer) as { Dir: string };
  const tools = join(folder, 'pkg', 'tool', target.replace('-', '_'));
  // A module's zip file has no permission bits.
  for (const place of [join(folder, 'bin'), tools]) {
    chmodSync(place, 0o755);
    for (const program of readdirSync(place)) chmodSync(join(place, program), 0o755);
  }
  return join(folder, 'bin', 'go');
}
