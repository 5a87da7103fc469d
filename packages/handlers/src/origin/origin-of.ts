/** The client that a call came from, for sessions, throttles and the audit trail. */

import type { HandlerContext, Incoming } from "@bourse/contract";

type Caller = Pick<HandlerContext, "clientAddress" | "userAgent">;

/** The client of a call, as every core takes it. */
export interface CallOrigin {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** IP address and user agent of the client, as far as the transport knows them. */
export function originOf(call: Caller | Incoming): CallOrigin {
  const userAgent = "headers" in call ? call.headers["user-agent"] : call.userAgent;
  return {
    ip: call.clientAddress,
    userAgent: typeof userAgent === "string" ? userAgent : undefined,
  };
}
