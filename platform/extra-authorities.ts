/**
 * Keeps the authorities of NODE_EXTRA_CA_CERTS up to date, because Node reads the file only at the start. Connections
 * to Redis, S3, collectors and registries trust them, and a mounted Secret changes while the process runs.
 */
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 15_000;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export class ExtraAuthorities {
  private readonly file: string;
  private readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Authorities that are trusted whatever the file says. */
  private readonly others: readonly string[];
  private known: string;

  constructor(file: string, logger: Pick<Logger, 'info' | 'warn'>) {
    this.file = file;
    this.logger = logger;
    // If the file repeats authorities that Node bundles, they are listed twice, formatted differently.
    const extra = new Set(tls.getCACertificates('extra'));
    this.others = tls.getCACertificates('default').filter(certificate => !extra.has(certificate));
    this.known = this.certificates().join('\n');
  }

  /** Applies the file's current content to new connections; open connections stay. */
  look(): void {
    const certificates = this.certificates();
    const now = certificates.join('\n');
    // While the file is being replaced it may be missing or incomplete.
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

/** Follows the file for as long as the process runs. Does nothing on Node before 24.5, which has no such function. */
export function followExtraAuthorities(logger: Logger, file = process.env.NODE_EXTRA_CA_CERTS ?? ''): void {
  if (file === '' || tls.setDefaultCACertificates === undefined) return;
  const authorities = new ExtraAuthorities(file, logger);
  setInterval(() => authorities.look(), LOOK_EVERY_MS).unref();
}
