#!/usr/bin/env node
// Starts `textrail` on a Node that runs TypeScript directly: this one, or otherwise the one in node_modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
if (process.features.typescript) await import(program);
else {
  const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(own)) {
    process.stderr.write(`textrail: needs Node 24 or newer; this is ${process.version}\n`);
    process.exit(2);
  }
  // Pass signals on to the other Node. SIGINT is not passed on, because a terminal sends it to both.
  const child = spawn(own, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', code => process.exit(code ?? 1));
}
