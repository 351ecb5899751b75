/**
 * A question whose answer must be no older than whoever asks: those who come while it is being answered share the next
 * one. So a burst costs two questions, and nobody is told of a time before they asked.
 */
export class AskedAfter<T> {
  private readonly question: () => Promise<T>;
  private running: Promise<T> | undefined;
  private following: Promise<T> | undefined;

  constructor(question: () => Promise<T>) {
    this.question = question;
  }

  ask(): Promise<T> {
    if (this.running === undefined) return this.begin();
    const begin = () => {
      this.following = undefined;
      return this.begin();
    };
    this.following ??= this.running.then(begin, begin);
    return this.following;
  }

  private begin(): Promise<T> {
    const running = this.question().finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    return running;
  }
}
