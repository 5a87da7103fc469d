/** Stateless noise: each draw depends on its position alone, so draws in any order are the same. */

/** A 32-bit key for a word under a seed (FNV-1a). */
export function noiseKey(seed: number, word: string): number {
  let key = (2_166_136_261 ^ seed) >>> 0;
  for (let index = 0; index < word.length; index += 1) {
    key = Math.imul(key ^ word.charCodeAt(index), 16_777_619);
  }
  return mix(key);
}

/** 32 well-mixed bits for the place (`a`, `b`) under a key. */
function noiseBits(key: number, a: number, b: number): number {
  return mix(mix(key ^ Math.imul(a, 0x9e3779b1)) ^ Math.imul(b, 0x85ebca77));
}

/** Uniform in (0, 1): never either end, so that its logarithm is finite. */
export function noiseUniform(key: number, a: number, b: number): number {
  return (noiseBits(key, a, b) + 0.5) / 4_294_967_296;
}

/**
 * Close to the standard normal law: four uniforms summed (Irwin–Hall), within ±3.47.
 * No transcendental function, so it costs two mixes and has the same bits everywhere.
 */
export function noiseNormal(key: number, a: number, b: number): number {
  const first = noiseBits(key, a, b);
  const second = mix(first ^ 0x27d4eb2f);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 65_535 - 2) * Math.sqrt(3);
}

/** The finaliser of MurmurHash3: a change of any bit changes each bit of the result half of the time. */
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
