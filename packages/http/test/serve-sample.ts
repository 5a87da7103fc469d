import { onTestFinished } from "vitest";

import { createHttpServer, type HttpServer, type HttpServerOptions } from "../src/index.ts";
import { api, sampleRoutes, type SampleHooks } from "./sample-api.ts";

/** The sample API on a free port of 127.0.0.1, until the test ends. */
export async function serveSample(
  options: Partial<HttpServerOptions> = {},
  hooks: SampleHooks = {},
): Promise<{ readonly url: string; readonly port: number; readonly http: HttpServer }> {
  const http = createHttpServer({ api, routes: sampleRoutes(hooks), ...options });
  onTestFinished(() => http.close());
  return { ...(await http.listen()), http };
}
