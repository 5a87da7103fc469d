/** Headers of our messages. */

/** Says that a service is still at work. */
export const WORKING = "Bourse-Working";

/** Number of the parts of a body that is kept by its sender, the inbox that they are asked for at, and its SHA-256. */
export const PARTS = "Bourse-Parts";
export const FROM = "Bourse-From";
export const DIGEST = "Bourse-Digest";

/** Time of a message by its sender's clock, milliseconds UTC. */
export const TIME = "Bourse-Time";
/** Random text of a call, which its answer repeats. */
export const NONCE = "Bourse-Nonce";
/** Name of the process that calls. */
export const CALLER = "Bourse-Caller";
/** Random text of a service that asks the caller to confirm its call, and the caller's answer to that. */
export const CONFIRM = "Bourse-Confirm";
/** The signature of a message over all of the above but the first. */
export const SIGNATURE = "Bourse-Signature";
