/** The origin of a request, for sessions and throttles. */

import type { HandlerContext } from "@bourse/contract";
import type { Origin } from "@bourse/curation-core";

export function originOf(
  call: Pick<HandlerContext<unknown>, "clientAddress" | "userAgent">,
): Origin {
  return { ip: call.clientAddress, userAgent: call.userAgent };
}
