/**
 * Cache of newly sealed envelopes for their first delivery, which saves reading and decoding a mebibyte. The store has
 * every envelope too.
 */

import { LRUCache } from "lru-cache";

import type { Hex } from "../address.ts";
import type { Envelope } from "../sealing/port.ts";

export interface KeyedEnvelope {
  readonly bytes: Envelope;
  /** Public key of the recipient that the envelope is sealed to. */
  readonly key: Hex;
}

const MAX_ENVELOPES = 16;

/** Envelopes by share id. */
export type EnvelopeCache = LRUCache<string, KeyedEnvelope>;

/** Creates a cache of at most 16 envelopes. */
export function createEnvelopeCache(): EnvelopeCache {
  return new LRUCache({ max: MAX_ENVELOPES });
}
