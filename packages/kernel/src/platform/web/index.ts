export { fromBase64, fromHex, toBase64, toBase64url, toHex, utf8Length } from "./bytes.ts";
export { deflate, inflate } from "./compression.ts";
export {
  beginSha256,
  crc32,
  hkdfSha256,
  hmacSha256,
  isSameInConstantTime,
  sha256,
} from "./digests.ts";
export { domainToUnicode } from "./domains.ts";
export { randomBytes, randomInteger, randomUuid } from "./random.ts";
export { importVerifyingKey, isSigned } from "./signatures.ts";
export { nextTurn, processorCount, startBackgroundTimer, startTimer } from "./turns.ts";
export { startIdleTimer } from "../idle-timer.ts";
export type * from "../port.ts";
