/** A service inside somebody else's application, and somebody else's handlers before the rows of a service. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { Problem } from "@bourse/contract";
import connect from "connect";
import express from "express";
import polka from "polka";
import { describe, expect, onTestFinished, test } from "vitest";

import { createMiddleware, type Middleware } from "../src/index.ts";
import { api, sampleRoutes } from "./sample-api.ts";
import { serveSample } from "./serve-sample.ts";

const service = createMiddleware({ api, routes: sampleRoutes() });

/** Each application with the service below `/market` and at the root, and a route of its own after it. */
const hosts: Readonly<Record<string, () => RequestListener>> = {
  polka: () => {
    const app = polka();
    app.use("/market", service as never);
    app.use(service as never);
    app.get("/own/:id", (request, response) => {
      response.end(JSON.stringify([request.params, request.path, request.query]));
    });
    return app.handler as unknown as RequestListener;
  },
  express: () => {
    const app = express();
    app.use("/market", service);
    app.use(service);
    app.get("/own/:id", (request, response) => {
      response.end(JSON.stringify([request.params, request.path, request.query]));
    });
    return app;
  },
  connect: () => {
    const app = connect();
    app.use("/market", service);
    app.use(service);
    app.use((request, response, next) => {
      if (request.url !== "/own/7?a=1") return next();
      response.end(JSON.stringify([{ id: "7" }, "/own/7", { a: "1" }]));
    });
    return app;
  },
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(Object.entries(hosts))("a service inside a %s application", (_name, host) => {
  test.each(["", "/market"])("answers its routes below the prefix '%s'", async (prefix) => {
    const url = (await serve(host())) + prefix;
    expect(await (await fetch(`${url}/api/jobs/stats`)).json()).toEqual({ stats: true });
    expect(await (await fetch(`${url}/api/jobs/a%2Fb?x=1`)).json()).toEqual({ uuid: "a/b" });
    const body = JSON.stringify({ text: "ä" });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    expect(await (await fetch(`${url}/api/echo`, init)).json()).toEqual({ text: "ä" });
    const wrong = await fetch(`${url}/api/echo`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await fetch(`${url}/api/crash`)).status).toBe(500);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  test("hands on every path that is not its own, with the request as it came", async () => {
    const url = await serve(host());
    const own = await fetch(`${url}/own/7?a=1`);
    expect(await own.json()).toEqual([{ id: "7" }, "/own/7", { a: "1" }]);
    expect(own.headers.get("x-request-id")).toBeNull();
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  });
});

describe("middleware before the rows of a server", () => {
  const serveWith = async (...middleware: Middleware[]): Promise<string> =>
    (await serveSample({ middleware })).url;

  test("runs in its order for every request, with and without a row", async () => {
    const seen: string[] = [];
    const note =
      (name: string): Middleware =>
      (request, response, next) => {
        seen.push(`${name} ${request.url}`);
        response.setHeader("x-noted", name);
        next();
      };
    const url = await serveWith(note("first"), note("second"));
    const reply = await fetch(`${url}/api/jobs/7`);
    expect(await reply.json()).toEqual({ uuid: "7" });
    expect(reply.headers.get("x-noted")).toBe("second");
    expect((await fetch(`${url}/none`)).status).toBe(404);
    expect((await fetch(`${url}/api/jobs/7`, { method: "PUT" })).status).toBe(405);
    expect(seen).toEqual([
      "first /api/jobs/7",
      "second /api/jobs/7",
      "first /none",
      "second /none",
      "first /api/jobs/7",
      "second /api/jobs/7",
    ]);
  });

  test("may answer a request itself, now or later", async () => {
    const url = await serveWith(async (_request, response) => {
      await Promise.resolve();
      response.end("mine");
    });
    expect(await (await fetch(`${url}/api/jobs/7`)).text()).toBe("mine");
  });

  test.each<[string, Middleware]>([
    [
      "thrown",
      () => {
        throw new Problem({ code: "NO", status: 403, message: "not you" });
      },
    ],
    [
      "rejected",
      async () => {
        throw new Problem({ code: "NO", status: 403, message: "not you" });
      },
    ],
    [
      "handed on",
      (_q, _s, next) => next(new Problem({ code: "NO", status: 403, message: "not you" })),
    ],
  ])("refuses with a Problem that is %s, in the API's format", async (_name, middleware) => {
    const reply = await fetch(`${await serveWith(middleware)}/api/jobs/7`);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toEqual({ detail: "not you", status_code: 403 });
  });

  test("answers any other error with a 500 that says nothing of it", async () => {
    const url = await serveWith(() => {
      throw new Error("secret inside text");
    });
    const reply = await fetch(`${url}/api/jobs/7`);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ detail: "internal server error", status_code: 500 });
  });

  test("keeps the requests of one connection apart, however long one waits", async () => {
    const url = await serveWith(async (request, _response, next) => {
      if (request.url?.endsWith("slow")) await sleep(20);
      next();
    });
    const asked = ["slow", "b", "c"].map(async (id) =>
      (await fetch(`${url}/api/jobs/${id}`)).json(),
    );
    expect(await Promise.all(asked)).toEqual([{ uuid: "slow" }, { uuid: "b" }, { uuid: "c" }]);
  });
});
