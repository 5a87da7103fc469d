/**
 * Mocks at the socket, for Node: it sees global fetch, node:http and npm's undici alike. msw's `setupServer` does
 * not see the last one.
 */

import { HttpRequestInterceptor } from "@mswjs/interceptors/http";
import type { RequestHandler, WebSocketHandler } from "msw";
import { defineNetwork, InterceptorSource } from "msw/experimental";

export interface MockNetworkOptions {
  /** What becomes of a request that no mock answers. Default `error`: it fails. */
  readonly unhandled?: "error" | "bypass";
}

export interface MockNetwork {
  readonly enable: () => void;
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
