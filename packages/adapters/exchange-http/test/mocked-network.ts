import { HttpRequestInterceptor } from "@mswjs/interceptors/http";
import { http } from "msw";
import { defineNetwork, InterceptorSource } from "msw/experimental";
import { afterEach, beforeEach } from "vitest";

/** A reply of the mocked exchange; `error` breaks the connection. */
type MockedReply = Response | "error";

export interface MockedNetwork {
  /** Every request in order. */
  readonly requests: readonly URL[];
  /** Answer of the exchange from now on. */
  answer(reply: (url: URL, index: number) => MockedReply | Promise<MockedReply>): void;
}

/** Stands between undici and the network at the socket, for the tests of the file that calls it. */
export function mockedNetwork(): MockedNetwork {
  const requests: URL[] = [];
  let answer: (url: URL, index: number) => MockedReply | Promise<MockedReply> = () => "error";
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    onUnhandledFrame: "error",
    context: { quiet: true },
    handlers: [
      http.all("*", async ({ request }) => {
        const url = new URL(request.url);
        requests.push(url);
        const reply = await answer(url, requests.length - 1);
        return reply === "error" ? Response.error() : reply;
      }),
    ],
  });
  beforeEach(() => {
    requests.length = 0;
    network.enable();
  });
  afterEach(() => {
    network.disable();
  });
  return {
    requests,
    answer: (reply) => {
      answer = reply;
    },
  };
}
