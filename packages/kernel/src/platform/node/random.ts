/** Random bytes by OpenSSL, which keeps some in store. */

import {
  randomBytes as randomBytesOfNode,
  randomInt as randomIntOfNode,
  randomUUID,
} from "node:crypto";

/** Random bytes from the system's secure source. */
export function randomBytes(count: number): Uint8Array {
  return randomBytesOfNode(count);
}

/** Random whole number from 0 to `below` − 1, each as likely as the others. `below`: 1 to 2^32. */
export function randomInteger(below: number): number {
  return randomIntOfNode(below);
}

/** Random UUID of version 4 (RFC 9562 §5.4). */
export function randomUuid(): string {
  return randomUUID();
}
