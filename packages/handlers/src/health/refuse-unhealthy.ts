/** Health checks of a service that cannot do its work. */

import { Problem } from "@bourse/contract";

/** Resolves to null while the service can do its work, else to the reason in one sentence. */
export type HealthFault = () => Promise<string | null>;

/** The health of a service that nobody watches. */
export const soundHealth: HealthFault = () => Promise.resolve(null);

/** Throws what GET /health answers while the service is out of order. @throws Problem SERVICE_UNAVAILABLE */
export async function refuseUnhealthy(fault: HealthFault): Promise<void> {
  const message = await fault();
  if (message === null) return;
  throw new Problem({
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    message,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** The interval at which stores are probed. */
const RETRY_AFTER_SECONDS = 5;
