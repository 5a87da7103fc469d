/** One fact about a service, told over the wire. */

import type { Wire } from "./wire.ts";

export interface Case {
  /** A fact: "a limit of 0 is 422 at body.limit". Unique in its suite. */
  readonly name: string;
  readonly run: (wire: Wire) => Promise<void>;
}
