/** Cost of an Argon2id hash (RFC 9106 §3.1). */
export interface Argon2Cost {
  /** Memory in KiB, at least 8. */
  readonly memoryCost: number;
  /** Number of passes over the memory, at least 1. */
  readonly timeCost: number;
  /** Number of lanes, at least 1. */
  readonly parallelism: number;
}
