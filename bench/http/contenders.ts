/** The servers compared: each as its own documentation starts it, each with every route of the service. */

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { bindApi, Problem, type Handlers } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { createHttpServer, type HttpServerOptions } from "@bourse/http";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";

import { JOBS, MEASURED, ROUTES } from "./workload.ts";

/** Contenders by name; each resolves to the port of 127.0.0.1 that it listens on. */
export const contenders: Readonly<Record<string, () => Promise<number>>> = {
  "node:http": () => listen(createServer(rawListener)),
  bourse: () => serveBourse({ requestIds: false, securityHeaders: false, allowedHosts: "any" }),
  "bourse, ids and security headers": () => serveBourse({}),
  fastify: async () => {
    const app = fastify();
    const params = { type: "object", properties: { uuid: { type: "string" } } };
    for (const [method, path] of ROUTES) {
      if (path !== MEASURED) app.route({ method, url: path, handler: () => ({}) });
    }
    app.get<{ Params: { uuid: string } }>(MEASURED, { schema: { params } }, (request, reply) => {
      const job = JOBS.get(request.params.uuid);
      return job ?? reply.code(404).send({ detail: "no such job", status_code: 404 });
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return (app.server.address() as AddressInfo).port;
  },
  hono: () => {
    const app = new Hono();
    for (const [method, path] of ROUTES) {
      if (path !== MEASURED) app.on(method, path, (context) => context.json({}));
    }
    app.get(MEASURED, (context) => {
      const job = JOBS.get(context.req.param("uuid"));
      return job === undefined
        ? context.json({ detail: "no such job", status_code: 404 }, 404)
        : context.json(job);
    });
    const listener = getRequestListener(app.fetch);
    return listen(createServer((request, response) => void listener(request, response)));
  },
  express: () => {
    const app = express();
    app.set("etag", false);
    for (const [method, path] of ROUTES) {
      const key = method.toLowerCase() as Lowercase<typeof method>;
      if (path !== MEASURED) app[key](path, (_request, response) => response.json({}));
    }
    app.get(MEASURED, (request, response) => {
      const job = JOBS.get(request.params["uuid"] ?? "");
      if (job === undefined) response.status(404).json({ detail: "no such job", status_code: 404 });
      else response.json(job);
    });
    return listen(createServer(app));
  },
};

/** The yardstick: the same reply by hand, with a fixed list of paths to tell apart. */
const rawListener: RequestListener = (request, response) => {
  const url = request.url ?? "";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  switch (path) {
    case "/api/health":
    case "/api/jobs":
    case "/api/jobs/stats":
    case "/api/data/klines":
    case "/api/data/symbols":
    case "/api/strategies":
      response.end("{}");
      return;
    default: {
      const job =
        request.method === "GET" && path.startsWith("/api/jobs/")
          ? JOBS.get(decodeURIComponent(path.slice(10)))
          : undefined;
      const body = JSON.stringify(job ?? { detail: "no such job", status_code: 404 });
      response.writeHead(job === undefined ? 404 : 200, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      });
      response.end(body);
    }
  }
};

type Routes = (typeof backtestApi)["routes"];

async function serveBourse(options: Partial<HttpServerOptions>): Promise<number> {
  const unused = (): never => {
    throw new Problem({ code: "NOT_FOUND", status: 404, message: "not part of the benchmark" });
  };
  const handlers = Object.fromEntries(Object.keys(backtestApi.routes).map((key) => [key, unused]));
  const getJob: Handlers<Routes>["getJob"] = ({ params }) => {
    const job = JOBS.get(params.uuid);
    if (job !== undefined) return job as never;
    throw new Problem({ code: "JOB_NOT_FOUND", status: 404, message: "no such job" });
  };
  const routes = bindApi(backtestApi, { ...handlers, getJob } as Handlers<Routes>);
  const server = createHttpServer({ api: backtestApi, routes, ...options });
  return (await server.listen()).port;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
