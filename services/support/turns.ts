/** Runs tasks under one key one after the other in this process, so that their writes seldom conflict. Only the database prevents conflicts with other processes. */
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
