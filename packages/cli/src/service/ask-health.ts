/** The command `health` of every server: asks the running one whether it wants traffic. */

import { urlOf, type ServiceAddress } from "@bourse/http/environment";

import type { CommandOutput } from "../command/command.ts";

const TIMEOUT_MILLISECONDS = 5000;

/** Answer of `/readyz`; null when nothing answers there as a Bourse server does. */
export interface ReadyAnswer {
  /** True for 200. */
  readonly isReady: boolean;
  /** Word or reason of the answer. */
  readonly reason: string;
  /** Sentences about what its operator should change. */
  readonly warnings: readonly string[];
}

/** Asks `/readyz` of the server at `url`, for at most 5 s. */
export async function askReadiness(url: string): Promise<ReadyAnswer | null> {
  try {
    const response = await fetch(`${url}/readyz`, {
      headers: { accept: "application/json", connection: "close" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const { status, reason, warnings } = (await response.json()) as Record<string, unknown>;
    if (typeof status !== "string") return null;
    return {
      isReady: response.status === 200,
      reason: typeof reason === "string" ? reason : status,
      warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    };
  } catch {
    return null;
  }
}

/** Prints whether the server is ready. Resolves to the exit code: 0 when it is, else 1. */
export async function askHealth(
  name: string,
  address: ServiceAddress,
  { stdout, stderr }: CommandOutput,
): Promise<0 | 1> {
  const url = urlOf(address);
  const answer = await askReadiness(url);
  if (answer === null) {
    stderr(`${name} does not answer at ${url}.`);
    return 1;
  }
  if (answer.isReady) stdout(`${name} at ${url} is ready.`);
  else stderr(`${name} at ${url} is not ready: ${answer.reason}`);
  for (const warning of answer.warnings) stderr(`Warning: ${warning}`);
  return answer.isReady ? 0 : 1;
}
