import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

/** Paths from the root of what is in the repository, or would be with the next commit; all, or those of git's patterns. */
export function repositoryFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(path => path !== '' && existsSync(join(ROOT, path)));
}
