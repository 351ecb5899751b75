import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sayInLog } from './console-lines.ts';

it('what a dependency prints by itself is a line of the log', () => {
  const lines: unknown[] = [];
  const printed = { ...console };
  sayInLog({ warn: (...line: unknown[]) => void lines.push(line) }, printed);
  printed.warn('[WARN] %s does not require a password', 'Redis');
  printed.error('gone');
  assert.deepEqual(lines, [
    [{ said: '[WARN] Redis does not require a password' }, 'a dependency says'],
    [{ said: 'gone' }, 'a dependency says'],
  ]);
});
