/**
 * Whose fault an exception is that a parser throws outside its promise. It may be a document's that was answered long
 * ago: only in a worker that has had no other is it the present one's.
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

  /** Whether it can only be the document that is being read. */
  get isCertain(): boolean {
    return this.reading && this.begun === 1;
  }
}
