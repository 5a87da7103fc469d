/**
 * Documents that were read or written lately, for those that every request asks for: a session, its user, a key. They
 * are frozen, and nobody but this process writes the file, so they are what is stored until this process writes them
 * anew.
 *
 * Each commit passes here, so a document has one entry with both of its states: a look costs one search of a map, and
 * a commit none.
 */

import type { Collection, Entity, StoredDocument, Versioned } from "@bourse/kernel";

/** Characters of the documents that are kept: about three times as many bytes in memory. */
const MAX_CHARACTERS = 2 ** 21;
/** Characters that are forgotten at once: a map goes over all that was deleted at its front at each search. */
const CHARACTERS_TO_FORGET = MAX_CHARACTERS / 16;
/** Documents with a longer text are read anew, since a few of them would drive out all others. */
const MAX_LENGTH = 4096;

interface Kept {
  readonly document: Versioned<Entity>;
  readonly length: number;
  /** Number of its row, by which a write finds it without the index of ids; undefined when nobody has told it. */
  readonly at: number | undefined;
}

/** Knowledge of one document in both of its states. */
interface Entry {
  readonly id: string;
  readonly home: RecentCollection;
  /** The committed document; null: not known. */
  committed: Kept | null;
  /** The document as the group has written it; null: not known, as after a deletion or an undone write. */
  written: Kept | null | undefined;
}

export class RecentDocuments {
  #collections = new Map<string, RecentCollection>();
  /** Entries that the group has written, each once. */
  #written: Entry[] = [];
  /** Entries that the running transaction has written. */
  #own: Entry[] = [];

  /** The committed document, when it is known. */
  committed({ name }: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    return this.#collections.get(name)?.entries.get(id)?.committed?.document;
  }

  /** The document as the running transaction sees it, when it is known. */
  drafted(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    return this.#drafted(collection, id)?.document;
  }

  /** Number of the row of a document that is known to the running transaction. */
  rowOf(collection: Collection<Entity>, id: string): number | undefined {
    return this.#drafted(collection, id)?.at;
  }

  /** Keeps a document that was read, unless the group has written it: then it need not be the committed one. */
  read(
    { name }: Collection<Entity>,
    document: Versioned<Entity>,
    length: number,
    at: number,
  ): void {
    const recent = this.#of(name);
    // What the group has written stays until its end, so that nobody takes what it wrote for what is committed.
    const isFull = this.#written.length > 0 && this.#characters() + length > MAX_CHARACTERS;
    if (isFull || length > MAX_LENGTH) return;
    const entry = recent.entryOf(document.value.id);
    if (entry.written !== undefined) return;
    recent.keep(entry, { document, length, at });
    this.#makeRoom();
  }

  /** Notes what the running transaction wrote; it is the committed document once {@link commit} is called. */
  wrote({ name }: Collection<Entity>, { row, text }: StoredDocument, at: number | undefined): void {
    this.#note(name, row.value.id, { document: row, length: text.length, at });
  }

  /** Notes that the running transaction has deleted a document. */
  deleted({ name }: Collection<Entity>, id: string): void {
    this.#note(name, id, null);
  }

  /** Keeps the writes of the running transaction. */
  release(): void {
    this.#own.length = 0;
  }

  /** Forgets what the running transaction wrote: what stands there now is read anew. */
  undo(): void {
    for (const entry of this.#own) entry.written = null;
    this.#own.length = 0;
  }

  /** Takes the writes of the group as committed. */
  commit(): void {
    const written = this.#written;
    if (written.length === 0) return;
    this.#written = [];
    this.#own.length = 0;
    for (const entry of written) {
      entry.home.keep(entry, entry.written ?? null);
      entry.written = undefined;
    }
    this.#makeRoom();
  }

  /** Forgets everything, as when nobody knows what became of a group. */
  clear(): void {
    this.#collections = new Map();
    this.#written = [];
    this.#own = [];
  }

  #drafted({ name }: Collection<Entity>, id: string): Kept | null | undefined {
    const entry = this.#collections.get(name)?.entries.get(id);
    return entry?.written === undefined ? entry?.committed : entry.written;
  }

  #note(name: string, id: string, kept: Kept | null): void {
    const entry = this.#of(name).entryOf(id);
    if (entry.written === undefined) this.#written.push(entry);
    entry.written = kept;
    this.#own.push(entry);
  }

  #characters(): number {
    let characters = 0;
    for (const recent of this.#collections.values()) characters += recent.characters;
    return characters;
  }

  /** Forgets the oldest of the collection that has the most, until the rest is short enough. */
  #makeRoom(): void {
    while (this.#characters() > MAX_CHARACTERS) {
      const [largest] = [...this.#collections.values()].toSorted(
        (one, other) => other.characters - one.characters,
      );
      largest!.forget(CHARACTERS_TO_FORGET);
    }
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
  /** Entries by id, in the order in which they came to be known. */
  readonly entries = new Map<string, Entry>();
  /** Characters of the committed documents. */
  characters = 0;

  entryOf(id: string): Entry {
    let entry = this.entries.get(id);
    if (entry === undefined) {
      entry = { id, home: this, committed: null, written: undefined };
      this.entries.set(id, entry);
    }
    return entry;
  }

  /** Puts a committed document in the place of what was known of it; null and long ones are not known from then on. */
  keep(entry: Entry, kept: Kept | null): void {
    const isKept = kept !== null && kept.length <= MAX_LENGTH;
    this.characters += (isKept ? kept.length : 0) - (entry.committed?.length ?? 0);
    entry.committed = isKept ? kept : null;
    if (!isKept) this.entries.delete(entry.id);
  }

  /** Forgets the oldest that have so many characters together; none is written by a group then. */
  forget(characters: number): void {
    const left = this.characters - characters;
    for (const entry of this.entries.values()) {
      if (this.characters <= left) return;
      this.keep(entry, null);
    }
  }
}
