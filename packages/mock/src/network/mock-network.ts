/**
 * Mocks at the socket, for Node: it sees global fetch, node:http and npm's undici alike. msw's `setupServer` does
 * not see the last one.
 */

import { checkArguments, choiceOption, listOf, objectOf, resolveOptions } from "@bourse/kernel";
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

/**
 * The network of this process, answered by mocks between `enable` and `disable`. Only one at a time.
 *
 * @throws KernelError OPTION_INVALID, ARGUMENT_INVALID
 */
export function mockNetwork(
  mocks: readonly { readonly handlers: readonly (RequestHandler | WebSocketHandler)[] }[],
  options: MockNetworkOptions = {},
): MockNetwork {
  const { unhandled } = resolveOptions<Required<MockNetworkOptions>>("mockNetwork", options, {
    unhandled: choiceOption(["error", "bypass"], { default: "error" }),
  });
  checkArguments("mockNetwork", { mocks: listOf(objectOf({ handlers: listOf(objectOf({})) })) }, [
    mocks,
  ]);
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    onUnhandledFrame: unhandled,
    context: { quiet: true },
    handlers: mocks.flatMap((mock) => [...mock.handlers]),
  });
  return {
    enable: () => network.enable(),
    disable: () => network.disable(),
  };
}
