/** Envelopes for one recipient by HPKE (RFC 9180). */
export type { Address, DataHash } from "../address.ts";
export { ENVELOPE_OVERHEAD_BYTES, openEnvelope, sealEnvelope } from "./envelope.ts";
export type * from "./port.ts";
