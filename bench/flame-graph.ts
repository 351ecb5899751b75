/**
 * Draws a V8 profile as a flame graph: an SVG in which a box's width is sampled time, and callers stand above what they
 * call. V8 samples by the clock, so on a busy machine a box includes the time for which its function waited for a core.
 */
import { basename } from 'node:path';
import type { CpuProfile } from './stage-samples.ts';

const WIDTH = 1200;
const ROW_HEIGHT = 16;
const HEAD_HEIGHT = 24;
/** Share of all time below which a function, with all it calls, is left out. */
const LEAST_SHARE = 0.003;
const CHARACTER_WIDTH = 6.2;
const LEAST_LABEL_CHARACTERS = 4;
const COLOURS = { ours: '#f4b183', library: '#9dc3e6', node: '#d0cece' } as const;

interface Frame {
  name: string;
  colour: string;
  us: number;
  /** Keyed by name, because V8 keeps a node for each version of a function. */
  calls: Map<string, Frame>;
}

/**
 * Draws what was sampled between `from` and `until` (µs of the profile's clock). `root`: URL of the program's folder,
 * which is removed from file names.
 */
export function flameGraph(profile: CpuProfile, from: number, until: number, root: string): string {
  const all = framesOf(profile, from, until, root);
  const boxes: string[] = [];
  let depthMost = 0;
  const draw = (frame: Frame, x: number, depth: number) => {
    if (frame.us < all.us * LEAST_SHARE) return;
    depthMost = Math.max(depthMost, depth);
    boxes.push(box(frame, all.us, x, HEAD_HEIGHT + depth * ROW_HEIGHT));
    let at = x;
    for (const called of [...frame.calls.values()].toSorted((a, b) => b.us - a.us)) {
      draw(called, at, depth + 1);
      at += (called.us / all.us) * WIDTH;
    }
  };
  draw(all, 0, 0);
  const height = HEAD_HEIGHT + (depthMost + 1) * ROW_HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">`,
    '<title>Flame graph of the service</title>',
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    `<text x="4" y="16">Width is the share of ${(all.us / 1e6).toFixed(1)} s in which the process was not idle. Orange: Textrail; blue: libraries; grey: Node and V8.</text>`,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

/** The tree of calls; each frame's time includes what it calls. Idle time is left out. */
function framesOf(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  until: number,
  root: string,
) {
  const selfUs = new Map<number, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    at += us;
    if (at >= from && at <= until) selfUs.set(id, (selfUs.get(id) ?? 0) + us);
  }
  const byId = new Map(nodes.map(node => [node.id, node]));
  const add = (id: number, caller: Frame): number => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === '(idle)') return 0;
    const made = frameOf(node.callFrame, root);
    const frame = caller.calls.get(made.name) ?? made;
    caller.calls.set(made.name, frame);
    let us = selfUs.get(id) ?? 0;
    for (const child of node.children ?? []) us += add(child, frame);
    frame.us += us;
    return us;
  };
  const all: Frame = { name: 'all', colour: COLOURS.node, us: 0, calls: new Map() };
  for (const child of nodes[0]?.children ?? []) all.us += add(child, all);
  return all;
}

function frameOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame'], root: string): Frame {
  const name = functionName || '(anonymous)';
  const library = /.*\/node_modules\/(.+)$/.exec(url)?.[1];
  const ours = url.startsWith(root) ? url.slice(root.length) : undefined;
  const file = library ?? ours ?? (url.startsWith('node:') ? url : basename(url));
  const kind = library !== undefined ? 'library' : ours !== undefined ? 'ours' : 'node';
  return { name: file === '' ? name : `${name} ${file}`, colour: COLOURS[kind], us: 0, calls: new Map() };
}

function box({ name, colour, us }: Frame, allUs: number, x: number, y: number): string {
  const width = (us / allUs) * WIDTH;
  const fitting = Math.floor((width - 4) / CHARACTER_WIDTH);
  const label = fitting < LEAST_LABEL_CHARACTERS ? '' : escaped(name.slice(0, fitting));
  const share = ((us / allUs) * 100).toFixed(1);
  return (
    `<g><title>${escaped(name)}, ${share} %</title>` +
    `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW_HEIGHT - 1}" fill="${colour}"/>` +
    `${label && `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${label}</text>`}</g>`
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
