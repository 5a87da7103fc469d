/** Collection in which the store keeps the key of a bus between processes. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

interface BusKeyDocument extends Entity {
  /** 32 random bytes in base64url. */
  readonly key: string;
  /** Time at which it was made, milliseconds UTC. */
  readonly createdAt: number;
}

/** Collection of the one key. */
export const busKeys: Collection<BusKeyDocument> = defineCollection<BusKeyDocument>()({
  name: "bus_keys",
});
