/** Groups of things that are joined pair by pair: a forest of parents (union-find with path halving). */
export class Groups {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, at) => at);
  }

  join(one: number, other: number): void {
    this.parents[this.rootOf(one)] = this.rootOf(other);
  }

  /** The members of each group, in the order of their first ones. */
  members(): number[][] {
    return [...Map.groupBy(this.parents.keys(), at => this.rootOf(at)).values()];
  }

  private rootOf(index: number): number {
    const { parents } = this;
    let at = index;
    for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
      parents[at] = parents[up] ?? up;
      at = up;
    }
    return at;
  }
}
