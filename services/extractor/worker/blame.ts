/**
 * Decides which document is responsible for an exception that a parser throws outside its promise. It may belong to a
 * document that was answered long ago: only in a worker that has read no other is it certainly the present one.
 */
export class Blame {
  private begun = 0;
  private reading = false;

  begin(): void {
    this.begun++;
    this.reading = true;
  }

  end(): void {
    this.reading = false;
  }

  /** Whether only the document being read can be responsible. */
  get isCertain(): boolean {
    return this.reading && this.begun === 1;
  }
}
