/** Finds out, soon after the start, which recognisers work on this machine, and logs it once. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { Precision } from './ocr/networks/runtime.ts';
import { behind, confinement } from './worker/confinement.ts';

const PROBE = fileURLToPath(new URL('ocr/networks/probe.ts', import.meta.url));
/** It takes half a second, longer on a machine that is busy starting. */
const LIMIT_MS = 60_000;
/** The start itself needs the CPU first. */
const BEGINS_AFTER_MS = 3_000;
/** The probe's output: JSON. */
const PRECISION = /^"(int8|float)"\s*$/;

/**
 * Tries the native module in a process of its own, behind a worker's walls; this process never loads it. Nothing waits
 * for it: a worker that is asked for OCR before the result is known measures for itself. Returns a function that gives
 * what is known so far.
 */
export function sayWhatReads({ logger }: Telemetry): () => Precision | undefined {
  let precision: Precision | undefined;
  const begin = () => {
    const probe = behind(confinement(), [process.execPath, '--no-warnings', PROBE]);
    const env = { PATH: process.env.PATH, ...probe.environment };
    execFile(probe.file, probe.arguments, { timeout: LIMIT_MS, env }, (error, stdout) => {
      // A probe that was stopped with the service may have printed nothing.
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
