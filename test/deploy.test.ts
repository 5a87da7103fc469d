/** The files around the servers say what the servers know. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { readEnvironment } from "../packages/http/src/environment.ts";
import { authEnvironment } from "../servers/auth/src/environment.ts";
import { backtestEnvironment } from "../servers/backtest/src/environment.ts";
import { curationEnvironment } from "../servers/curation/src/environment.ts";
import { nodeEnvironment } from "../servers/node/src/environment.ts";
import { connectionsOf } from "../servers/node/src/store-url.ts";
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
    expect(valueOf("ENV")?.split(" ")).toContain("PATH=/app/node_modules/.bin:$PATH");
    expect(wordsOf(runtime, "CMD")).toEqual(["sh", "-c", "exec bourse start $SERVICE"]);
    expect(wordsOf(runtime, "HEALTHCHECK")).toEqual(["sh", "-c", "exec bourse $SERVICE health"]);
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

test("the example of compose.env has each variable that the compose file asks for", () => {
  const asked = new Set(
    [...read("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name),
  );
  const example = read("deploy/compose.env.example");
  const given = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  expect(asked).toEqual(given);
  expect(asked).toContain("STRATEGIES_DIR");
  const [, folder] = /\$\{STRATEGIES_DIR:-([^}]+)\}/.exec(read("compose.yaml")) ?? [];
  expect(existsSync(join(root, folder!)), "the default is a folder that is there").toBe(true);
});

describe("the compose file of replicas", () => {
  const text = read("deploy/replicas/compose.yaml");

  test("sets variables that the servers read, and asks for every secret", () => {
    const known = {
      ...authEnvironment,
      ...curationEnvironment,
      ...backtestEnvironment,
      ...nodeEnvironment,
    };
    const blocks = [
      ...text.matchAll(
        /(?:environment|x-shared: &shared|x-backtest: &backtest|x-node: &node):?\n?((?: +[A-Z_<]+:.*\n)+)/g,
      ),
    ];
    const names = blocks.flatMap(([block]) => [...block.matchAll(/\b([A-Z][A-Z_]+): /g)]);
    const ours = names
      .map(([, name]) => name ?? "")
      .filter((name) => !name.startsWith("POSTGRES_"));
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((name) => !(name in known))).toEqual([]);
    const example = read("deploy/replicas/compose.env.example");
    const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    const given = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
    expect(asked).toEqual(given);
    for (const secret of example.matchAll(/^(\w*(?:PASSWORD|KEY|KEYS))=(.*)$/gm)) {
      expect(secret[2]).toBe("");
    }
  });

  test("gives PostgreSQL the connections that all processes together open, and a tenth to spare", () => {
    const services = text
      .slice(text.indexOf("\nservices:\n"), text.indexOf("\nvolumes:\n"))
      .split(/^ {2}(?=[\w-]+:)/m)
      .filter((service) => /SERVICE: |\*node-service/.test(service));
    expect(services).toHaveLength(8);
    const [, replicas] = /x-server:[^]*?replicas: (\d+)/.exec(text)!;
    const poolSize = readEnvironment(authEnvironment, {}).POOL_SIZE;
    expect(text).not.toContain("POOL_SIZE:");
    let wanted = 0;
    for (const service of services) {
      const isNode = service.startsWith("node-");
      // node-2 has what node-1 says of it.
      const own = /replicas: (\d+)/.exec(service)?.[1] ?? (isNode ? "1" : replicas);
      const each = isNode ? connectionsOf({ POOL_SIZE: poolSize }) : poolSize + 1;
      wanted += Number(own) * each;
    }
    const [, given] = /max_connections=(\d+)/.exec(text)!;
    expect(read("deploy/README.md")).toContain(`= ${wanted}, and`);
    expect(Number(given)).toBeGreaterThanOrEqual(wanted * 1.1 + 3);
  });

  test.skipIf(spawnSync("nginx", ["-v"]).error !== undefined)(
    "nginx accepts its configuration",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "bourse-nginx-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [certificate, key] = ["fullchain.pem", "privkey.pem"].map((name) => join(folder, name));
      const subject =
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=test";
      const made = spawnSync("openssl", [
        ...subject.split(" "),
        "-keyout",
        key!,
        "-out",
        certificate!,
      ]);
      expect(made.status).toBe(0);
      const page = read("deploy/replicas/nginx.conf")
        .replaceAll("/etc/ssl/bourse", folder)
        // The names of the compose file exist within it only.
        .replaceAll(/server (auth|curation|backtest|node):/g, "server 127.0.0.1:");
      writeFileSync(join(folder, "page.conf"), page);
      writeFileSync(
        join(folder, "nginx.conf"),
        `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/page.conf; }`,
      );
      const { status, stderr } = spawnSync("nginx", ["-t", "-c", join(folder, "nginx.conf")], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, expect.stringContaining("test is successful")]);
    },
  );
});

test.skipIf(spawnSync("caddy", ["version"]).error !== undefined)(
  "Caddy accepts the page in front of the node and its standby",
  () => {
    const page = join(root, "deploy/replicas/node.Caddyfile");
    const { status, stdout } = spawnSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", page],
      { encoding: "utf8" },
    );
    expect([status, stdout.trim()]).toEqual([0, "Valid configuration"]);
  },
);

test("the proxies' pages drop what strangers write about themselves and about traces", () => {
  for (const name of ["traceparent", "tracestate", "baggage"]) {
    for (const page of ["nginx/bourse.conf", "replicas/nginx.conf"]) {
      expect(read(`deploy/${page}`)).toMatch(new RegExp(`proxy_set_header ${name} +"";`));
    }
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
