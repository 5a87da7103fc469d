import type { Random } from "@bourse/kernel";

/** Random bytes, a message cut short, one with a changed byte, or one with a tail. */
export function brokenFrame(random: Random, model: Uint8Array): Uint8Array {
  const kind = random.below(4);
  if (kind === 0) {
    return Uint8Array.from({ length: random.below(200) }, () => random.below(256));
  }
  if (kind === 1) return model.subarray(0, random.below(model.length));
  const copy = Buffer.concat([model, Buffer.alloc(kind === 3 ? 1 + random.below(50) : 0)]);
  copy[random.below(copy.length)] = random.below(256);
  return copy;
}
