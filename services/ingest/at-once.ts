/** Counts how many of something are in progress at once, by key and in all. */
export class AtOnce {
  private readonly perKey: number;
  private readonly inAll: number;
  private readonly byKey = new Map<string, number>();
  private all = 0;

  constructor(perKey: number, inAll: number) {
    this.perKey = perKey;
    this.inAll = inAll;
  }

  /** Returns the function that ends it, or undefined if there is no room for another one. */
  begin(keyId: string): (() => void) | undefined {
    const mine = this.byKey.get(keyId) ?? 0;
    if (mine >= this.perKey || this.all >= this.inAll) return undefined;
    this.all++;
    this.byKey.set(keyId, mine + 1);
    let isUnderWay = true;
    return () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      this.all--;
      const left = (this.byKey.get(keyId) ?? 1) - 1;
      if (left === 0) this.byKey.delete(keyId);
      else this.byKey.set(keyId, left);
    };
  }
}
