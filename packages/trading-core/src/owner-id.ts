import { sha256 } from "@bourse/kernel/platform";

/** Id of an owner in the store: a hash, so that a name of any length will do. */
export function ownerIdOf(owner: string): string {
  return sha256(owner, "hex");
}
