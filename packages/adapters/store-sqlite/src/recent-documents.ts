/**
 * Documents that were read or written lately, for those that every request asks for: a session, its user, a key. They
 * are frozen, and nobody but this process writes the file, so they are what is stored until this process writes them
 * anew.
 */

import type { Collection, Entity, StoredDocument, Versioned } from "@bourse/kernel";

/** Characters of the documents that are kept of one collection: about as many kilobytes in memory, three times over. */
const MAX_CHARACTERS = 2 ** 19;
/** Documents with a longer text are read anew, since a few of them would drive out all others. */
const MAX_LENGTH = 4096;

interface Kept {
  readonly document: Versioned<Entity>;
  readonly length: number;
}

export class RecentDocuments {
  readonly #collections = new Map<string, RecentCollection>();
  /** Collections that the group has written. */
  readonly #written = new Set<RecentCollection>();

  /** The committed document, when it is known. */
  committed({ name }: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    return this.#collections.get(name)?.committed.get(id)?.document;
  }

  /** The document as the running transaction sees it, when it is known. */
  drafted({ name }: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    const recent = this.#collections.get(name);
    const written = recent?.written.get(id);
    return (written === undefined ? recent?.committed.get(id) : written)?.document;
  }

  /** Keeps a document that was read, unless the group has written it: then it need not be the committed one. */
  read({ name }: Collection<Entity>, document: Versioned<Entity>, length: number): void {
    const recent = this.#of(name);
    if (recent.written.has(document.value.id)) return;
    recent.keep(document.value.id, { document, length });
  }

  /** Notes what the running transaction wrote; it is the committed document once {@link commit} is called. */
  wrote({ name }: Collection<Entity>, { row, text }: StoredDocument): void {
    this.#note(name, row.value.id, { document: row, length: text.length });
  }

  /** Notes that the running transaction has deleted a document. */
  deleted({ name }: Collection<Entity>, id: string): void {
    this.#note(name, id, null);
  }

  /** Keeps the writes of the running transaction. */
  release(): void {
    for (const recent of this.#written) recent.own.length = 0;
  }

  /** Forgets what the running transaction wrote: what stands there now is read anew. */
  undo(): void {
    for (const recent of this.#written) {
      for (const id of recent.own.splice(0)) recent.written.set(id, null);
    }
  }

  /** Takes the writes of the group as committed. */
  commit(): void {
    for (const recent of this.#written) {
      for (const [id, kept] of recent.written) recent.keep(id, kept);
      recent.written.clear();
      recent.own.length = 0;
    }
    this.#written.clear();
  }

  /** Forgets everything, as when nobody knows what became of a group. */
  clear(): void {
    this.#collections.clear();
    this.#written.clear();
  }

  #note(name: string, id: string, kept: Kept | null): void {
    const recent = this.#of(name);
    this.#written.add(recent);
    recent.written.set(id, kept);
    recent.own.push(id);
  }

  #of(name: string): RecentCollection {
    let recent = this.#collections.get(name);
    if (recent === undefined) {
      recent = new RecentCollection();
      this.#collections.set(name, recent);
    }
    return recent;
  }
}

class RecentCollection {
  readonly committed = new Map<string, Kept>();
  /** Documents that the group has written; null: not known, as after a deletion or an undone write. */
  readonly written = new Map<string, Kept | null>();
  /** Ids in {@link written} that the running transaction has written. */
  readonly own: string[] = [];
  #characters = 0;

  /** Puts a committed document in the place of what was known of it; the oldest make room. */
  keep(id: string, kept: Kept | null): void {
    this.#forget(id);
    if (kept === null || kept.length > MAX_LENGTH) return;
    this.committed.set(id, kept);
    this.#characters += kept.length;
    while (this.#characters > MAX_CHARACTERS) {
      for (const oldest of this.committed.keys()) {
        this.#forget(oldest);
        break;
      }
    }
  }

  #forget(id: string): void {
    const kept = this.committed.get(id);
    if (kept === undefined) return;
    this.committed.delete(id);
    this.#characters -= kept.length;
  }
}
