/** Tasks under one client order id, one after the other: exchanges forget the ids of orders that are done. */

export class LinkTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the task when those before it under the same id have ended, however they did. */
  async take<T>(link: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(link) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(link, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(link) === mine) this.#last.delete(link);
    }
  }
}
