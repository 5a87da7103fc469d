/**
 * Documents read since the last commit, for those that every request asks for: a session, its user, a key. They are
 * frozen, and nobody but this process writes the file, so until the next commit they are what is stored.
 */

import type { Collection, Entity, Versioned } from "@bourse/kernel";

const MAX_DOCUMENTS = 1000;
/** Longer texts are read anew: so all together hold a few megabytes at most. */
const MAX_CHARACTERS = 4096;

export class RecentDocuments {
  readonly #documents = new Map<string, Versioned<Entity>>();

  get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    return this.#documents.get(keyOf(collection, id));
  }

  /** `text` is the document as stored. The oldest makes room. */
  keep(collection: Collection<Entity>, document: Versioned<Entity>, text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    if (this.#documents.size === MAX_DOCUMENTS) {
      for (const oldest of this.#documents.keys()) {
        this.#documents.delete(oldest);
        break;
      }
    }
    this.#documents.set(keyOf(collection, document.value.id), document);
  }

  /** Forgets all documents; call it at the end of every commit, successful or not. */
  clear(): void {
    this.#documents.clear();
  }
}

/** The names of collections have no colon. */
function keyOf({ name }: Collection<Entity>, id: string): string {
  return `${name}:${id}`;
}
