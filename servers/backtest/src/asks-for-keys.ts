import type { BacktestEnvironment } from "./environment.ts";

/** True where callers prove who they are by a key. */
export function asksForKeys({
  API_KEYS,
  AUTH_URL,
}: Pick<BacktestEnvironment, "API_KEYS" | "AUTH_URL">): boolean {
  return API_KEYS.length > 0 || AUTH_URL !== undefined;
}
