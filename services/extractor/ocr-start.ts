/** What reads pictures on this machine, said once, soon after the start. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { Precision } from './ocr/networks/runtime.ts';
import { behind, confinement } from './worker/confinement.ts';

const PROBE = fileURLToPath(new URL('ocr/networks/probe.ts', import.meta.url));
/** It takes half a second; a machine that is busy with its start takes longer. */
const LIMIT_MS = 60_000;
/** The start needs the processor first. */
const BEGINS_AFTER_MS = 3_000;
/** What the probe prints: JSON. */
const PRECISION = /^"(int8|float)"\s*$/;

/**
 * The native module is tried in a process of its own, behind a worker's walls: this one never loads it. Nothing waits for
 * that: a worker that is asked for OCR before it is known measures for itself. Gives what is known so far.
 */
export function sayWhatReads({ logger }: Telemetry): () => Precision | undefined {
  let precision: Precision | undefined;
  const begin = () => {
    const probe = behind(confinement(), [process.execPath, '--no-warnings', PROBE]);
    const env = { PATH: process.env.PATH, ...probe.environment };
    execFile(probe.file, probe.arguments, { timeout: LIMIT_MS, env }, (error, stdout) => {
      // A probe that was ended with the service may have said nothing at all.
      const printed = error === null ? PRECISION.exec(stdout)?.[1] : undefined;
      precision = printed === 'int8' || printed === 'float' ? printed : undefined;
      if (precision !== undefined) logger.info({ precision }, 'pictures are read by PP-OCRv6 and Tesseract');
      else
        logger.warn(
          'onnxruntime-node does not load here: pictures are read by tesseract.js alone, and worse',
        );
    }).unref();
  };
  setTimeout(begin, BEGINS_AFTER_MS).unref();
  return () => precision;
}
