import { describe, expect, test } from "vitest";

import { createHttpServer, type HttpServerOptions } from "../src/index.ts";
import { api, sampleRoutes } from "./sample-api.ts";
import { serveSample } from "./serve-sample.ts";

const withCode = (code: string): unknown => expect.objectContaining({ code });
const routes = sampleRoutes();

describe("listening", () => {
  test("on a taken port is refused in words, and works after on another", async () => {
    const { port } = await serveSample();
    const http = createHttpServer({ api, routes });
    await expect(http.listen({ port })).rejects.toThrow(withCode("PORT_IN_USE"));
    const { url } = await http.listen();
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await http.close();
  });

  test("on an address of another machine is refused", async () => {
    const http = createHttpServer({ api, routes });
    await expect(http.listen({ host: "192.0.2.1" })).rejects.toThrow(withCode("HOST_UNAVAILABLE"));
  });

  test("a second time, or after the end, is refused", async () => {
    const { http } = await serveSample();
    await expect(http.listen()).rejects.toThrow(withCode("SERVER_STATE"));
    await http.close();
    await expect(http.listen()).rejects.toThrow(withCode("SERVER_STATE"));
  });

  test("on every address gives a URL that this machine can open", async () => {
    const http = createHttpServer({ api, routes });
    const { url, port } = await http.listen({ host: "0.0.0.0" });
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect((await fetch(`${url}/livez`, { headers: { host: "any.example" } })).status).toBe(200);
    await http.close();
  });
});

describe("options", () => {
  test.each([
    [{ headersTimeout: 1 }, "headersTimeoutMilliseconds"],
    [{ headersTimeoutMilliseconds: 0 }, "from 1 to 600000"],
    [{ maxConnections: 1.5 }, "from 1 to 1000000"],
    [{ allowedHosts: [""] }, "array of host names"],
    [{ corsOrigins: "https://a.example" }, "array of texts"],
    [{ logger: {} }, "debug()"],
    [{ limiter: {} }, "take()"],
  ])("%o is refused in words", (options, words) => {
    const bad = { api, routes, ...options } as HttpServerOptions;
    expect(() => createHttpServer(bad)).toThrow(words);
    expect(() => createHttpServer(bad)).toThrow(withCode("OPTION_INVALID"));
  });

  test("a header time past the request's is cut to it", () => {
    const { server } = createHttpServer({ api, routes, requestTimeoutMilliseconds: 100 });
    expect(server.headersTimeout).toBe(100);
  });

  test("a route that would hide a probe is refused", () => {
    const [first] = routes;
    const clash = [{ ...first!, path: "/livez" }];
    expect(() => createHttpServer({ api, routes: clash })).toThrow(withCode("ROUTE_INVALID"));
  });
});
