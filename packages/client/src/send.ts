/** Sends one request of a call: credentials, hooks, and the head of its answer. */

import type { RouteCall, Service } from "@bourse/contract/client";

import { tell } from "./debug.ts";
import { ClientError } from "./errors.ts";
import type { Keyring } from "./keyring.ts";
import type { Settings } from "./options.ts";
import type { Prepared } from "./request.ts";
import { network } from "./timeout.ts";

/** The call of a route with everything that its tries need. */
export interface Operation {
  readonly api: Service;
  readonly key: string;
  readonly route: RouteCall;
  readonly settings: Settings;
  readonly keyring: Keyring;
}

/** The requests of a call so far. */
export interface Progress {
  /** Requests that were sent. */
  attempts: number;
  /** Headers of the last one. */
  sent: Readonly<Record<string, string>>;
  /** Id that the service gave the last one. */
  requestId?: string | undefined;
}

/**
 * Sends a request and resolves to the head of its answer.
 *
 * @throws ClientError NETWORK, INPUT_INVALID; what a hook or the credentials throw
 */
export async function send(
  operation: Operation,
  prepared: Pick<Prepared, "url" | "headers" | "body">,
  progress: Progress,
  attempt: number,
  signal: AbortSignal,
): Promise<Response> {
  const { key, route, settings, keyring } = operation;
  const credentials = await keyring.headers(route);
  signal.throwIfAborted();
  const request = {
    key,
    method: route.method,
    url: prepared.url,
    headers: { ...prepared.headers, ...credentials },
    attempt,
  };
  settings.onRequest(request);
  checkHeaders(request.headers);
  progress.attempts += 1;
  progress.sent = request.headers;
  progress.requestId = undefined;
  tell(operation, { type: "request", attempt });
  const start = settings.clock.now();
  const response = await network(async () => {
    const answer = await settings.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      signal,
      // A redirect would carry the key to another place.
      redirect: "error",
      body: prepared.body,
      dispatcher: settings.dispatcher,
    } as RequestInit);
    progress.requestId = answer.headers.get("x-request-id") ?? undefined;
    return answer;
  }, `check that the server runs at ${settings.baseUrl}`);
  const { status } = response;
  const { requestId } = progress;
  const durationMilliseconds = settings.clock.now() - start;
  tell(operation, { type: "response", attempt, status, requestId, durationMilliseconds });
  settings.onResponse(response, request);
  return response;
}

/** Refuses what HTTP cannot carry before fetch does, whose error would show the value: it may be a secret. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    try {
      new Headers([[name, String(headers[name])]]);
    } catch {
      throw new ClientError("INPUT_INVALID", `header ${name} has an invalid character`);
    }
  }
}
