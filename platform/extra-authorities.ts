/**
 * The authorities that NODE_EXTRA_CA_CERTS names, as its file has them now: Node reads it at the start alone. Redis, S3, collectors and registries
 * are reached by them, and a mounted Secret changes while the process runs.
 */
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 15_000;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export class ExtraAuthorities {
  private readonly file: string;
  private readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** What is trusted whatever stands in the file. */
  private readonly others: readonly string[];
  private known: string;

  constructor(file: string, logger: Pick<Logger, 'info' | 'warn'>) {
    this.file = file;
    this.logger = logger;
    // Those that Node brings itself are listed beside them, written otherwise, where the file has them as well.
    const extra = new Set(tls.getCACertificates('extra'));
    this.others = tls.getCACertificates('default').filter(certificate => !extra.has(certificate));
    this.known = this.certificates().join('\n');
  }

  /** For connections from now on; what is open stays. */
  look(): void {
    const certificates = this.certificates();
    const now = certificates.join('\n');
    // While it is replaced it may be gone, or half of it there.
    if (certificates.length === 0 || now === this.known) return;
    this.known = now;
    try {
      tls.setDefaultCACertificates([...this.others, ...certificates]);
      this.logger.info(
        { certificates: certificates.length },
        'the authorities of NODE_EXTRA_CA_CERTS were read again',
      );
    } catch (error) {
      this.logger.warn(
        { error: String(error) },
        'the file of NODE_EXTRA_CA_CERTS holds a certificate that cannot be read',
      );
    }
  }

  private certificates(): string[] {
    try {
      return readFileSync(this.file, 'utf8').match(CERTIFICATES) ?? [];
    } catch {
      return [];
    }
  }
}

/** For as long as the process runs. Node before 24.5 cannot. */
export function followExtraAuthorities(logger: Logger, file = process.env.NODE_EXTRA_CA_CERTS ?? ''): void {
  if (file === '' || tls.setDefaultCACertificates === undefined) return;
  const authorities = new ExtraAuthorities(file, logger);
  setInterval(() => authorities.look(), LOOK_EVERY_MS).unref();
}
