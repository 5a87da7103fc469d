/**
 * Mocks at the socket, for Node: it sees global fetch, node:http and npm's undici alike. msw's `setupServer` does
 * not see the last one.
 */

import { HttpRequestInterceptor } from "@mswjs/interceptors/http";
import type { RequestHandler, WebSocketHandler } from "msw";
import { defineNetwork, InterceptorSource } from "msw/experimental";

/** Options of {@link mockNetwork}. */
export interface MockNetworkOptions {
  /** Treatment of a request that no mock answers: `error` fails it, `bypass` sends it. Default `error`. */
  readonly unhandled?: "error" | "bypass";
}

/** The mocked network of this process. */
export interface MockNetwork {
  /** Starts answering requests. */
  readonly enable: () => void;
  /** Restores the real network. */
  readonly disable: () => void;
}

/** The network of this process, answered by mocks between `enable` and `disable`. Only one at a time. */
export function mockNetwork(
  mocks: readonly { readonly handlers: readonly (RequestHandler | WebSocketHandler)[] }[],
  options: MockNetworkOptions = {},
): MockNetwork {
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    onUnhandledFrame: options.unhandled ?? "error",
    context: { quiet: true },
    handlers: mocks.flatMap((mock) => [...mock.handlers]),
  });
  return {
    enable: () => network.enable(),
    disable: () => network.disable(),
  };
}
