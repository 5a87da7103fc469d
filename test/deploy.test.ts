/** The files around the servers say what the servers know. */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

import { describe, expect, test } from "vitest";

import { authEnvironment } from "../servers/auth/src/environment.ts";
import { backtestEnvironment } from "../servers/backtest/src/environment.ts";
import { stagesOf, wordsOf } from "./support/dockerfile.ts";
import { readJson, root } from "./support/workspace.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const dockerfile = read("Dockerfile");
const [build = [], runtime = []] = stagesOf(dockerfile);

describe("the Dockerfile", () => {
  test("uses the workspace's pnpm, and a Node.js that the packages support", () => {
    const { packageManager, engines } = readJson<{
      packageManager: string;
      engines: { node: string };
    }>("package.json");
    const pins = [...dockerfile.matchAll(/pnpm@\d+\.\d+\.\d+/g)].map(([pin]) => pin);
    expect(new Set(pins)).toEqual(new Set([packageManager]));
    const majors = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) =>
      Number(major),
    );
    expect(majors).toHaveLength(2);
    expect(new Set(majors).size).toBe(1);
    expect(majors[0]).toBeGreaterThan(Number(/\d+/.exec(engines.node)?.[0]));
  });

  test("runs the server as a user without rights, with a health check and the production rules", () => {
    const valueOf = (name: string): string | undefined =>
      runtime.findLast((instruction) => instruction.name === name)?.text;
    expect(valueOf("USER")).toBe("node");
    expect(valueOf("ENV")?.split(" ")).toContain("NODE_ENV=production");
    expect(valueOf("VOLUME")).toBe("/data");
    expect(wordsOf(runtime, "ENTRYPOINT")).toEqual(["node", "/app/dist/main.js"]);
    expect(wordsOf(runtime, "HEALTHCHECK")).toEqual(["node", "/app/dist/main.js", "health"]);
    expect(build.filter(({ name }) => name === "RUN").length).toBeGreaterThan(2);
  });

  test("is not sent what may hold a secret, and is sent everything under version control", () => {
    const patterns = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const isIgnored = (path: string): boolean => {
      const parts = path.split("/");
      const above = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
      return above.some((place) => patterns.some((pattern) => matchesGlob(place, pattern)));
    };
    for (const path of [
      ".env",
      "deploy/compose.env",
      "data/auth.key",
      "a/b/c.key",
      ".git/config",
    ]) {
      expect([path, isIgnored(path)]).toEqual([path, true]);
    }
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });
    expect(tracked.split("\n").filter((path) => path !== "" && isIgnored(path))).toEqual([]);
  });
});

test("the compose file sets variables that the servers read", () => {
  const services = read("compose.yaml")
    .split(/^ {2}(?=\w+:\n {4}<<)/m)
    .slice(1);
  const shapes = { auth: authEnvironment, backtest: backtestEnvironment };
  expect(services.map((text) => text.split(":")[0])).toEqual(Object.keys(shapes));
  for (const [at, shape] of Object.values(shapes).entries()) {
    const [, block = ""] = /environment:\n((?: {6}.*\n)+)/.exec(services[at] ?? "") ?? [];
    const names = [...block.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !(name in shape))).toEqual([]);
  }
});

test("the proxies' pages drop what strangers write about themselves and about traces", () => {
  const nginx = read("deploy/nginx/bourse.conf");
  for (const name of ["traceparent", "tracestate", "baggage"]) {
    expect(nginx).toMatch(new RegExp(`proxy_set_header ${name} +"";`));
    expect(read("deploy/caddy/Caddyfile").toLowerCase()).toContain(`header_up -${name}`);
  }
});

test.skipIf(spawnSync("systemd-analyze", ["--version"]).error !== undefined)(
  "systemd finds no fault in the unit but the program that is not installed here",
  () => {
    const [unit = ""] = readdirSync(join(root, "deploy/systemd"));
    const { stderr } = spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", join(root, "deploy/systemd", unit)],
      { encoding: "utf8" },
    );
    const faults = stderr
      .split("\n")
      .filter((line) => line.includes("bourse@") && !line.includes("is not executable"));
    expect(faults).toEqual([]);
  },
);
