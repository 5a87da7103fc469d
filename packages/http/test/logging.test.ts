import { Writable } from "node:stream";

import { BourseError } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createLogger, type HttpLogger, type LogFormat } from "../src/index.ts";
import { eventually } from "./eventually.ts";
import { openSocket, readAll } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

type Line = Record<string, unknown>;

/** A pino logger whose lines can be read. */
function readableLog(level: "info" | "debug" | "error" = "info"): {
  readonly logger: HttpLogger;
  readonly lines: Line[];
} {
  const lines: Line[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return { logger: createLogger({ name: "test", level, destination }), lines };
}

describe("the log of requests", () => {
  test("has one line each: method, template, status, time and id, and no secret", async () => {
    const { logger, lines } = readableLog();
    const { url } = await serveSample({ logger });
    await fetch(`${url}/api/jobs/abc?key=hunter2`, {
      headers: { "x-request-id": "r1", authorization: "Bearer hunter2", cookie: "hunter2" },
    });
    await eventually("the line", () => lines.length === 1);
    expect(lines[0]).toMatchObject({
      level: "info",
      name: "test",
      method: "GET",
      route: "/api/jobs/:uuid",
      status: 200,
      id: "r1",
      ms: expect.any(Number) as number,
      msg: "request",
    });
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  });

  test("names its levels as the server says", () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const nameLevel = (level: string): string => level.toUpperCase();
    createLogger({ name: "test", destination, nameLevel }).warn({}, "careful");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "WARN", msg: "careful" });
  });

  test("names the path, without its query, only where no route matched", async () => {
    const { logger, lines } = readableLog();
    const { url } = await serveSample({ logger });
    await fetch(`${url}/nowhere?key=hunter2`);
    await eventually("the line", () => lines.length === 1);
    expect(lines[0]).toMatchObject({ route: null, path: "/nowhere", status: 404 });
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  });

  test("is at the error level from status 500 on", async () => {
    const { logger, lines } = readableLog();
    const { url } = await serveSample({ logger });
    await fetch(`${url}/api/crash`);
    await eventually("the line", () => lines.length === 1);
    expect(lines[0]).toMatchObject({ level: "error", status: 500, msg: "request failed" });
  });

  test("tells when a caller left before the answer", async () => {
    const { logger, lines } = readableLog();
    let isWaiting = false;
    const wait = (): Promise<void> => {
      isWaiting = true;
      return new Promise(() => {});
    };
    const { url } = await serveSample({ logger }, { wait });
    const socket = await openSocket(url);
    socket.write("GET /api/wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await eventually("the request to arrive", () => isWaiting);
    socket.destroy();
    await eventually("the line", () => lines.length === 1);
    expect(lines[0]).toMatchObject({ level: "warn", msg: "request abandoned" });
  });

  test("tells 408 of a request whose body did not arrive in time", async () => {
    const { logger, lines } = readableLog();
    const { url } = await serveSample({
      logger,
      headersTimeoutMilliseconds: 100,
      requestTimeoutMilliseconds: 100,
    });
    const socket = await openSocket(url);
    socket.write(
      "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    );
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await eventually("the line", () => lines.length === 1);
    expect(lines[0]).toMatchObject({ level: "warn", route: "/api/echo", status: 408 });
  });

  test("leaves probes to the debug level", async () => {
    const quiet = readableLog("info");
    const loud = readableLog("debug");
    for (const { logger, lines } of [quiet, loud]) {
      const { url } = await serveSample({ logger });
      await fetch(`${url}/livez`);
      await fetch(`${url}/api/jobs/stats`);
      await eventually("the lines", () =>
        lines.some((line) => line["route"] === "/api/jobs/stats"),
      );
    }
    expect(quiet.lines).toHaveLength(1);
    expect(loud.lines.map((line) => line["level"])).toEqual(["debug", "info"]);
  });

  test("is not even begun when the level is above it", async () => {
    const { logger, lines } = readableLog("error");
    const { url } = await serveSample({ logger });
    await fetch(`${url}/api/jobs/stats`);
    await fetch(`${url}/livez`);
    expect(lines).toEqual([]);
  });
});

describe("the logger", () => {
  const written = (options: { readonly format?: LogFormat }): string => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    createLogger({ name: "test", destination, ...options }).info({ path: "\u009b1m" }, "a\nb");
    return lines.join("");
  };

  test("writes JSON or lines for people as it is told, one line each, without control characters", () => {
    for (const format of ["json", "pretty", "auto"] as const) {
      expect(written({ format }).slice(0, -1)).not.toMatch(/\p{Cc}/u);
      expect(written({ format })).toMatch(/\n$/);
    }
    expect(JSON.parse(written({ format: "json" }))).toMatchObject({
      path: "\u009b1m",
      msg: "a\nb",
    });
    expect(JSON.parse(written({}))).toMatchObject({ msg: "a\nb" });
    expect(written({ format: "pretty" })).toMatch(
      /^\d\d:\d\d:\d\d INFO {2}test a\\u000ab path=\\u009b1m\n$/,
    );
  });

  test("cuts out credentials wherever headers are logged", () => {
    const { logger, lines } = readableLog();
    const headers = {
      authorization: "hunter2",
      cookie: "hunter2",
      "set-cookie": "hunter2",
      "x-api-key": "hunter2",
      accept: "text/plain",
    };
    logger.info({ headers, req: { headers }, ...headers }, "x");
    expect(JSON.stringify(lines)).not.toContain("hunter2");
    expect(JSON.stringify(lines)).toContain("[redacted]");
    expect(lines[0]).toMatchObject({ headers: { accept: "text/plain" } });
  });

  test("writes an error with its code, its details and its causes", () => {
    const { logger, lines } = readableLog();
    const cause = new Error("disk full");
    const err = new BourseError("STORE_IO", "writing failed", { cause, details: { file: "a.db" } });
    logger.error({ err }, "x");
    expect(lines[0]).toMatchObject({
      err: {
        code: "STORE_IO",
        message: "writing failed",
        details: { file: "a.db" },
        cause: { message: "disk full" },
      },
    });
  });
});
