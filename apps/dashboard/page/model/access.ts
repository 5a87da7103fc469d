/** Permissions of the page's reader, and how the page proves them. */

import { computed } from "@preact/signals";

import { apiKey, call } from "./api.ts";
import { info } from "./node-state.ts";

/**
 * `operator` with a session, `key` with an API key, `local` on the node's machine; undefined before the node has said
 * so.
 */
export const access = computed(() => info.value.value?.access);

/** True when the page can share and read: in a session without a key, else with one. */
export const mayShare = computed(() => access.value === "operator" || apiKey.value !== "");

/**
 * Proves that the reader may use the dashboard: a key with the scope `admin`, or the dashboard's own, becomes a
 * session; any other key is sent along with each call.
 *
 * @throws ApiProblem for a key that the node does not know
 */
export async function enter(key: string): Promise<void> {
  apiKey.value = key;
  try {
    await call("POST", "/session", { keyed: true });
    apiKey.value = "";
  } catch (error) {
    await info.refresh();
    if (info.problem.value === undefined) return;
    apiKey.value = "";
    throw error;
  }
}
