/** Calls of a server of access control, whose envelope is opened. */

import { UsageError } from "../command/command.ts";

const TIMEOUT_MILLISECONDS = 15_000;

/** Answer of a call: the data of a success, or code and sentence of a refusal. */
export type AuthAnswer =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Posts `body`; follows no redirect. @throws UsageError when no such server answers there */
export async function askAuth(address: string, path: string, body: object): Promise<AuthAnswer> {
  const answer = await post(`${address}${path}`, body);
  if (answer?.["success"] === true) {
    return { ok: true, data: (answer["data"] ?? {}) as Record<string, unknown> };
  }
  const { code, message } = (answer?.["error"] ?? {}) as Record<string, unknown>;
  if (typeof code === "string") return { ok: false, code, message: String(message) };
  throw new UsageError(`No server of access control answers at ${address}.`);
}

async function post(url: string, body: object): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
