/** Groups of things that are joined pair by pair: a forest of parents (union-find with path halving). */
export class Groups {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = [];
    for (let at = 0; at < size; at++) this.parents.push(at);
  }

  join(one: number, other: number): void {
    this.parents[this.rootOf(one)] = this.rootOf(other);
  }

  /** Returns the members of each group, in the order of their first ones. */
  members(): number[][] {
    const groups = new Map<number, number[]>();
    for (let at = 0; at < this.parents.length; at++) {
      const root = this.rootOf(at);
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [at]);
      else group.push(at);
    }
    return [...groups.values()];
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
