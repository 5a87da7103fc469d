/** nginx with the page of the replicas, in front of processes of this machine. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { onTestFinished } from "vitest";

import { freePorts } from "../../support/free-ports.ts";

const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin:/usr/local/bin`;

/** Null when nginx is installed, else the reason to skip. @throws Error where it must be there, as in CI */
export function missingNginx(): string | null {
  if (spawnSync("nginx", ["-v"], { env: { PATH } }).error === undefined) return null;
  if (process.env["CI"] !== undefined) throw new Error("nginx is not installed: apt install nginx");
  return "nginx is not installed";
}

/** Starts it with `page`, whose upstreams become `upstreams`; resolves to its address, without TLS. */
export async function startNginx(
  page: string,
  upstreams: Readonly<Record<string, readonly number[]>>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePorts(1);
  const local = page
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gmu, "")
    .replaceAll(/server (\w+):(\d+)([^;]*);/gu, (_, name: string, own: string, more: string) =>
      (upstreams[name] ?? [own]).map((one) => `server 127.0.0.1:${one}${more};`).join(" "),
    );
  writeFileSync(join(folder, "page.conf"), local);
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr emerg; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; ${temps.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
include ${folder}/page.conf; }\n`,
  );
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"], {
    env: { PATH },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}`);
    await sleep(20);
  }
  return `http://127.0.0.1:${port}`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.destroy());
  });
}
