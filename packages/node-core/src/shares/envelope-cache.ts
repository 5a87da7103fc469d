/**
 * Envelopes that were sealed a moment ago, for their first delivery: a mebibyte need not be read back and decoded.
 * They are at rest as well; one that is not at hand any more is read from there.
 */

import type { Hex } from "../address.ts";
import type { Envelope } from "../sealing/port.ts";

export interface KeyedEnvelope {
  readonly bytes: Envelope;
  /** The recipient's key that it is sealed to. */
  readonly key: Hex;
}

const MAX_ENVELOPES = 16;

export class EnvelopeCache {
  readonly #envelopes = new Map<string, KeyedEnvelope>();

  /** The oldest makes room. */
  keep(shareId: string, envelope: KeyedEnvelope): void {
    if (this.#envelopes.size === MAX_ENVELOPES) {
      for (const oldest of this.#envelopes.keys()) {
        this.#envelopes.delete(oldest);
        break;
      }
    }
    this.#envelopes.set(shareId, envelope);
  }

  /** Once: whoever needs it again reads what is at rest. */
  take(shareId: string): KeyedEnvelope | undefined {
    const envelope = this.#envelopes.get(shareId);
    this.#envelopes.delete(shareId);
    return envelope;
  }
}
