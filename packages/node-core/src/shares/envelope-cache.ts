/**
 * Cache of newly sealed envelopes for their first delivery, which saves reading and decoding a mebibyte. The store has
 * every envelope too.
 */

import type { Hex } from "../address.ts";
import type { Envelope } from "../sealing/port.ts";

export interface KeyedEnvelope {
  readonly bytes: Envelope;
  /** Public key of the recipient that the envelope is sealed to. */
  readonly key: Hex;
}

const MAX_ENVELOPES = 16;

/** Cache of at most 16 envelopes by share id. */
export class EnvelopeCache {
  readonly #envelopes = new Map<string, KeyedEnvelope>();

  /** Adds an envelope; the oldest one is evicted when the cache is full. */
  keep(shareId: string, envelope: KeyedEnvelope): void {
    if (this.#envelopes.size === MAX_ENVELOPES) {
      for (const oldest of this.#envelopes.keys()) {
        this.#envelopes.delete(oldest);
        break;
      }
    }
    this.#envelopes.set(shareId, envelope);
  }

  /** Removes and returns an envelope; undefined when it is not cached. */
  take(shareId: string): KeyedEnvelope | undefined {
    const envelope = this.#envelopes.get(shareId);
    this.#envelopes.delete(shareId);
    return envelope;
  }
}
