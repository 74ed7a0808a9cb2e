/** Lets work on one thing wait for earlier work on it in this process, so that its writes seldom conflict in the database. Other processes are held apart by the database alone. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(id) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => undefined);
    this.last.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.last.get(id) === settled) this.last.delete(id);
    }
  }
}
