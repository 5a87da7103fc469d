/** The clients of the server that gave this page. The API key lives in memory and nowhere else. */

import { createBacktestClient } from "@bourse/client/backtest";
import { createFollowJob } from "@bourse/client/backtest/progress";
import { createExecutionClient } from "@bourse/client/execution";
import { createResearchClient } from "@bourse/client/research";
import { watchedFetch } from "@bourse/ui";
import { computed, signal } from "@preact/signals";

/** Empty until the reader gives one; gone when the page is closed. */
export const apiKey = signal("");

/** True while the server wants a key and the page has none, or a wrong one. */
export const locked = signal(false);

/** The clients under the present key. */
export const clients = computed(() => clientsWith(apiKey.value));

function clientsWith(key: string) {
  const options = {
    baseUrl: location.origin,
    fetch: noticingFetch,
    createId,
    ...(key === "" ? {} : { apiKey: key }),
  };
  return {
    backtest: createBacktestClient(options),
    research: createResearchClient(options),
    execution: createExecutionClient(options),
    followJob: createFollowJob(options),
  };
}

/**
 * Uses a key for all further calls.
 *
 * @throws Problem UNAUTHORIZED for a key that the server does not know
 */
export async function enter(key: string): Promise<void> {
  await clientsWith(key).backtest.jobStats();
  apiKey.value = key;
  locked.value = false;
}

/** A reader without a key is told so once, in place of each page. */
const noticingFetch: typeof fetch = async (input, init) => {
  const response = await watchedFetch(input, init);
  if (response.status === 401) locked.value = true;
  return response;
};

/** `crypto.randomUUID` is missing where the page came by plain HTTP from another host. */
export function createId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
