import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

/**
 * Paths, relative to the root, of the files that are in the repository or would be with the next commit; all, or those
 * that match git's patterns.
 */
export function repositoryFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(path => path !== '' && existsSync(join(ROOT, path)));
}
