import type { Collection, Entity, Store } from "@bourse/kernel";

/**
 * Brings documents to the store behind the caller's back: the newest state of each id, many in one transaction, one
 * transaction after another. A failure is told and the documents are written again with the next ones.
 */
export class WriteBehind<T extends Entity> {
  readonly #store: Store;
  readonly #collection: Collection<T>;
  readonly #onFault: (error: unknown) => void;
  /** Null: to be deleted. */
  readonly #waiting = new Map<string, T | null>();
  #writing: Promise<void> | undefined;

  constructor(store: Store, collection: Collection<T>, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#collection = collection;
    this.#onFault = onFault;
  }

  put(document: T): void {
    this.#waiting.set(document.id, document);
    this.#wake();
  }

  delete(id: string): void {
    this.#waiting.set(id, null);
    this.#wake();
  }

  /** Resolves when everything so far was tried; what failed has been told. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #wake(): void {
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain(): Promise<void> {
    // One turn later, so that what is put in one go is written in one go.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting];
      this.#waiting.clear();
      try {
        await this.#write(batch);
      } catch (error) {
        for (const [id, document] of batch) {
          if (!this.#waiting.has(id)) this.#waiting.set(id, document);
        }
        this.#onFault(error);
        return;
      }
    }
  }

  async #write(batch: readonly (readonly [string, T | null])[]): Promise<void> {
    await this.#store.transaction(async (tx) => {
      for (const [id, document] of batch) {
        const before = await tx.get(this.#collection, id);
        if (document === null) await tx.delete(this.#collection, id);
        else if (before === undefined) await tx.insert(this.#collection, document);
        else await tx.replace(this.#collection, document, before.version);
      }
    });
  }
}
