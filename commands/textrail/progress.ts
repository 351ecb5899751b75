/** Shows the progress of a run: a bar on a terminal, a line for each document elsewhere. Failures get a line in both. */
import { plain } from './outputs.ts';

const BAR_CHARACTERS = 24;
const CLEAR_LINE = '\r\u001b[K';

export interface Terminal {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export class Progress {
  private readonly to: Terminal;
  private readonly total: number;
  private readonly told: boolean;
  private done = 0;

  /** `told`: false if documents that were read get no line, because they are written to standard output themselves. */
  constructor(to: Terminal, total: number, told: boolean) {
    this.to = to;
    this.total = total;
    this.told = told;
    this.draw('');
  }

  read(name: string, note = ''): void {
    this.done++;
    if (this.hasBar) this.draw(name);
    else if (this.told) this.to.write(`read ${plain(name)}${note}\n`);
  }

  failed(name: string, why: string): void {
    this.done++;
    this.line(`not read: ${plain(name)}: ${plain(why)}`);
    this.draw(name);
  }

  /** Prints a line above the bar. */
  line(text: string): void {
    this.to.write(`${this.hasBar ? CLEAR_LINE : ''}${text}\n`);
  }

  end(): void {
    if (this.hasBar) this.to.write(CLEAR_LINE);
  }

  private get hasBar(): boolean {
    return this.to.isTTY === true && this.told;
  }

  private draw(name: string): void {
    if (!this.hasBar) return;
    const full = Math.floor((BAR_CHARACTERS * this.done) / Math.max(1, this.total));
    const bar = `[${'#'.repeat(full)}${'.'.repeat(BAR_CHARACTERS - full)}] ${this.done}/${this.total} `;
    const room = Math.max(0, (this.to.columns ?? 80) - bar.length - 1);
    this.to.write(`${CLEAR_LINE}${bar}${plain(name).slice(-room)}`);
  }
}
