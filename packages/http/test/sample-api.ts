/** A small API with one of everything that the transport has to carry. */

import { bindApi, defineApi, detail, media, route, type BoundRoute } from "@bourse/contract";
import * as z from "zod";

export const api = defineApi({
  id: "sample",
  title: "Sample <API>",
  version: "1.0.0",
  basePath: "/api",
  wire: detail,
  security: {},
  routes: {
    getStats: route("GET", "/jobs/stats", {
      responses: { 200: z.object({ stats: z.boolean() }) },
    }),
    getJob: route("GET", "/jobs/:uuid", {
      params: z.object({ uuid: z.string() }),
      responses: { 200: z.object({ uuid: z.string() }) },
    }),
    echo: route("POST", "/echo", {
      body: z.object({ text: z.string().optional() }),
      bodyLimit: 1000,
      responses: { 200: z.object({ text: z.string().optional() }) },
    }),
    stream: route("GET", "/stream", {
      responses: { 200: media("text/event-stream") },
    }),
    crash: route("GET", "/crash", {
      responses: { 200: z.object({}) },
    }),
    wait: route("GET", "/wait", {
      responses: { 200: z.object({ waited: z.boolean() }) },
    }),
  },
});

/** Controls of a test: calls that it may delay or inspect. */
export interface SampleHooks {
  readonly wait?: (signal: AbortSignal | undefined) => Promise<void>;
  readonly stream?: () => ReadableStream<Uint8Array>;
  readonly onError?: (error: unknown) => void;
}

export function sampleRoutes(hooks: SampleHooks = {}): readonly BoundRoute[] {
  return bindApi(
    api,
    {
      getStats: () => ({ stats: true }),
      getJob: ({ params }) => ({ uuid: params.uuid }),
      echo: ({ body }) => body,
      stream: () => hooks.stream?.() ?? new ReadableStream(),
      crash: () => {
        throw new Error("secret inside text");
      },
      wait: async (_input, { signal }) => {
        await hooks.wait?.(signal);
        return { waited: true };
      },
    },
    { onError: (error) => hooks.onError?.(error) },
  );
}
