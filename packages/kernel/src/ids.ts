/** Identifiers and secrets: injected, so that a test can repeat them. */

import { randomBytes, randomUuid, toHex } from "@bourse/kernel/platform";

import { checkInteger, refuseArgument } from "./checks.ts";
import { systemClock, type Clock } from "./clock.ts";
import { portOption } from "./option-rules.ts";
import { resolveOptions } from "./options.ts";
import { seededRandom } from "./random.ts";

/** Source of identifiers and secrets, injected so that a test can repeat them. */
export interface Ids {
  /** Returns a new UUID (RFC 9562) in lower case. */
  uuid(): string;
  /**
   * Returns a secret of at least `bits` random bits: `prefix`, then Crockford base 32 in lower case, 5 bits a
   * character. Letters and digits only, so that a double click selects it whole.
   *
   * @throws KernelError ARGUMENT_INVALID unless `bits` is a whole number from 64 to 1024
   */
  token(prefix: string, bits: number): string;
}

/** Version 4 UUIDs and tokens from the system's secure random source. Holds no state. */
export const systemIds: Ids = Object.freeze({
  uuid: () => randomUuid(),
  token: (prefix: string, bits: number) => tokenFrom(prefix, bits, (count) => randomBytes(count)),
});

/**
 * Creates a source like {@link systemIds} with version 7 UUIDs (RFC 9562 §5.7 and §6.2, method 1): they sort by the
 * time of their making, strictly increasing within one instance even when the clock stands or steps back, which keeps
 * index pages warm. They tell whoever sees them when they were made.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createOrderedIds(options: { readonly clock?: Clock } = {}): Ids {
  const { clock } = resolveOptions<{ readonly clock: Clock }>("createOrderedIds", options, {
    clock: portOption(["now", "monotonic", "sleep"], { default: systemClock }),
  });
  let time = 0;
  let counter = 0;
  const uuid = (): string => {
    const now = Math.floor(clock.now());
    // A version 4 UUID is the cheapest source of secure bits: its tail has our variant and our length already.
    const random = randomUuid();
    if (now > time) {
      time = now;
      // Eleven bits: the twelfth stays free, so that there is room to count within the millisecond.
      counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
    } else if (++counter > 0xfff) {
      time++;
      counter = 0;
    }
    const stamp = time.toString(16).padStart(12, "0");
    const version = (0x7000 | counter).toString(16);
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${version}${random.slice(18)}`;
  };
  return Object.freeze({ ...systemIds, uuid });
}

/**
 * Creates a source of version 4 UUIDs that all follow from `seed`. Anybody can guess them: for tests and mocks only.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function seededIds(seed: number | string): Ids {
  const random = seededRandom(seed);
  const bytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => random.below(256));
  const uuid = (): string => {
    const value = bytes(16);
    value[6] = 0x40 | (value[6]! & 0x0f);
    value[8] = 0x80 | (value[8]! & 0x3f);
    return formatUuid(toHex(value));
  };
  const token = (prefix: string, bits: number): string => tokenFrom(prefix, bits, bytes);
  return Object.freeze({ uuid, token });
}

function formatUuid(hex: string): string {
  const cut = [0, 8, 12, 16, 20, 32];
  return cut
    .slice(1)
    .map((end, part) => hex.slice(cut[part], end))
    .join("-");
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

function tokenFrom(prefix: string, bits: number, bytes: (count: number) => Uint8Array): string {
  if (typeof prefix !== "string") refuseArgument("prefix", "text", prefix);
  checkInteger("bits", bits, { min: 64, max: 1024 });
  let text = prefix;
  // One byte a character and 5 of its bits: no bias, and nothing to carry over.
  for (const byte of bytes(Math.ceil(bits / 5))) text += CROCKFORD[byte & 31];
  return text;
}
