export { ENVELOPE_OVERHEAD_BYTES, openEnvelope, sealEnvelope } from "./envelope.ts";
export type * from "./port.ts";
