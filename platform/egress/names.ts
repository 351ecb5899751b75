/**
 * Resolves names in callers' addresses to IP addresses. The caller chooses whose DNS servers answer for a name, so an
 * answer may take for ever. Questions therefore go over sockets (c-ares), not through the system's resolver: that
 * blocks one of libuv's four threads for each question and would delay the service's own look-ups (brokers, stores).
 * The hosts file is read first, as usual. Only names that DNS does not know (search domains, local names) go to the
 * system's resolver, one at a time.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { within } from '../within.ts';

/** Has the same name as an abort by timeout, so that callers recognise it the same way. */
class LookUpTimeout extends Error {
  constructor() {
    super('a name was not resolved in time');
    this.name = 'TimeoutError';
  }
}

export interface NamesOptions {
  hostsFile?: string;
  /** Addresses of DNS servers; the system's by default. */
  servers?: readonly string[];
  /** Looks a name up with the system's resolver. */
  system?: (name: string) => Promise<string[]>;
  limitMs?: number;
}

/** Longest time for one name in total, in ms; as long as connecting may take. */
const LIMIT_MS = 5_000;
/**
 * Timeout of one question to one server, in ms, and the number of tries. Once the addresses of one family are known, we
 * wait as long for the other family.
 */
const ASK_MS = 1_500;
const TRIES = 2;
/** Most names that wait for the system's resolver; more are refused with a timeout. */
const MAX_WAITING = 32;

export class Names {
  private readonly options: Required<Omit<NamesOptions, 'servers'>> & Pick<NamesOptions, 'servers'>;
  private line: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(options: NamesOptions = {}) {
    this.options = { hostsFile: '/etc/hosts', system: systemLookUp, limitMs: LIMIT_MS, ...options };
  }

  /** All addresses of a name that arrive in time. Rejects with `LookUpTimeout` or a DNS error. */
  async addresses(name: string): Promise<string[]> {
    const hosts = await readFile(this.options.hostsFile, 'utf8').catch(() => '');
    const listed = listedIn(hosts, name);
    return listed.length > 0 ? listed : this.asked(name);
  }

  private async asked(name: string): Promise<string[]> {
    // Make a new resolver each time, because the DNS servers of a machine change.
    const resolver = new Resolver({ timeout: ASK_MS, tries: TRIES });
    if (this.options.servers !== undefined) resolver.setServers(this.options.servers);
    const questions = [resolver.resolve4(name), resolver.resolve6(name)];
    const all = Promise.allSettled(questions);
    const addresses: string[] = [];
    const some = Promise.any(questions.map(async question => addresses.push(...(await question))));
    // Some servers never answer for an address family of which they have no addresses.
    const enough = some.then(
      () => within(ASK_MS, all),
      () => all,
    );
    const answers = await within(this.options.limitMs, enough);
    resolver.cancel();
    if (addresses.length > 0) return addresses;
    if (answers === undefined || answers.some(isTimeout)) throw new LookUpTimeout();
    return this.askedOfSystem(name);
  }

  private async askedOfSystem(name: string): Promise<string[]> {
    if (this.waiting >= MAX_WAITING) throw new LookUpTimeout();
    this.waiting++;
    let abandoned = false;
    const answered = this.line.then(() => (abandoned ? [] : this.options.system(name)));
    this.line = answered.catch(() => undefined).finally(() => this.waiting--);
    const addresses = await within(this.options.limitMs, answered);
    abandoned = true;
    if (addresses === undefined) throw new LookUpTimeout();
    return addresses;
  }
}

/** The addresses of a name in a hosts file. hosts(5): each line has an address, then its names; `#` begins a comment. */
function listedIn(hosts: string, name: string): string[] {
  return hosts.split('\n').flatMap(line => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return address && names.some(each => each.toLowerCase() === name.toLowerCase()) ? [address] : [];
  });
}

const isTimeout = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' && ['ETIMEOUT', 'ECANCELLED'].includes(answer.reason?.code);

async function systemLookUp(name: string): Promise<string[]> {
  const answers = await lookup(name, { all: true, verbatim: true });
  return answers.map(({ address }) => address);
}
