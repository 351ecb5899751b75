/** Programs that are built or fetched once, from package registries, into the folder that every clone shares. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR, ensureTools, MAVEN, run, say } from './tools.ts';

/** Calls `build` with an empty folder and keeps it under the name only if it came to its end. */
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

/** The jars that a pom names, and those that they need. Maven writes beside the pom: `folder` gets a copy of it. */
export async function fetchJars(pom: string, folder: string, jars = folder): Promise<void> {
  await ensureTools([MAVEN]);
  copyFileSync(pom, join(folder, 'pom.xml'));
  const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${jars}`];
  await run('mvn', ['-B', '-q', ...copy], { cwd: folder });
}

/** The files of one of Debian's packages, unpacked and not installed: an installed server would be started. */
export function debianPackage(name: string): Promise<string> {
  return buildOnce(`debian-${name}`, async partial => {
    say(`fetching Debian's package ${name}`);
    const download = () => run('apt-get', ['download', name], { cwd: partial });
    // The package lists of a fresh image are empty or old.
    await download().catch(async () => {
      await run('apt-get', ['update']);
      await download();
    });
    const [archive = ''] = readdirSync(partial).filter(file => file.endsWith('.deb'));
    await run('dpkg', ['-x', archive, '.'], { cwd: partial });
    rmSync(join(partial, archive));
  });
}
