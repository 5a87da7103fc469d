/** Changes and logs that can be taken back to a mark, as the chain takes back what a reverted call has done. */

export interface Mark {
  readonly undos: number;
  readonly logs: number;
}

export interface JournalledMap<Value> {
  get(key: string): Value | undefined;
  has(key: string): boolean;
  set(key: string, value: Value): void;
  entries(): IterableIterator<[string, Value]>;
}

export class Journal<Log> {
  #undos: (() => void)[] = [];
  #logs: Log[] = [];
  /** Keys that were written since their set was last cleared, by map. */
  readonly touched = new Map<unknown, Set<string>>();

  map<Value>(): JournalledMap<Value> {
    const values = new Map<string, Value>();
    const map: JournalledMap<Value> = {
      get: (key) => values.get(key),
      has: (key) => values.has(key),
      entries: () => values.entries(),
      set: (key, value) => {
        const had = values.has(key);
        const old = values.get(key);
        this.#undos.push(() => {
          if (had) values.set(key, old as Value);
          else values.delete(key);
        });
        values.set(key, value);
        touched.add(key);
      },
    };
    const touched = new Set<string>();
    this.touched.set(map, touched);
    return map;
  }

  log(log: Log): void {
    this.#logs.push(log);
  }

  note(undo: () => void): void {
    this.#undos.push(undo);
  }

  mark(): Mark {
    return { undos: this.#undos.length, logs: this.#logs.length };
  }

  rollBack({ undos, logs }: Mark): void {
    for (const undo of this.#undos.splice(undos).toReversed()) undo();
    this.#logs.length = logs;
  }

  /** Takes back everything since the last `settle`. */
  undo(): void {
    this.rollBack({ undos: 0, logs: 0 });
  }

  /** Ends a transaction: nothing before this can be taken back. Returns its logs. */
  settle(): readonly Log[] {
    const logs = this.#logs;
    this.#undos = [];
    this.#logs = [];
    return logs;
  }
}
