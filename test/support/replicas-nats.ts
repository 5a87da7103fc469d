/** The NATS of deploy/replicas/compose.yaml, started as that file says, without containers. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { startNatsServer, type NatsServer } from "./nats-server.ts";
import { root } from "./workspace.ts";

const FOLDER = join(root, "deploy/replicas");

export interface ReplicasNats {
  readonly server: NatsServer;
  /** Address of the bus as the file gives it to the servers, on this machine. */
  readonly url: string;
  /** The file of BUS_CA_FILE on this machine. */
  readonly caFile: string;
  /** Folder that stands for a volume of the file. */
  volume(name: string): string;
  /** Runs the first start's service once more. */
  makeCertificate(): void;
  close(): Promise<void>;
}

/** Starts it with `password` as NATS_PASSWORD. */
export async function startReplicasNats(password: string): Promise<ReplicasNats> {
  const text = readFileSync(join(FOLDER, "compose.yaml"), "utf8").replaceAll(
    /\$\{NATS_PASSWORD[^}]*\}/gu,
    password,
  );
  const folder = mkdtempSync(join(tmpdir(), "bourse-replicas-"));
  const volume = (name: string): string => join(folder, name);
  /** A path in a container on this machine, by the volumes of its service. */
  const outside = (volumes: readonly string[], path: string): string => {
    for (const one of volumes) {
      const [source = "", target = ""] = one.split(":");
      if (path !== target && !path.startsWith(`${target}/`)) continue;
      const from = source.startsWith("./") ? join(FOLDER, source) : volume(source);
      return from + path.slice(target.length);
    }
    return path;
  };
  const maker = serviceOf(text, "nats-certificate");
  const nats = serviceOf(text, "nats");
  for (const one of [...maker.list("volumes"), ...nats.list("volumes")]) {
    const [source = ""] = one.split(":");
    if (!source.startsWith("./")) mkdirSync(volume(source), { recursive: true });
  }
  const makeCertificate = (): void => {
    const [file = "", ...args] = maker
      .list("entrypoint")
      .map((word) => outside(maker.list("volumes"), word));
    execFileSync(file, args, { stdio: "pipe" });
  };
  makeCertificate();
  const args = nats.list("command").map((word) => outside(nats.list("volumes"), word));
  const server = await startNatsServer(args, nats.variables());
  const { port } = new URL(server.url);
  const [, busUrl = ""] = /^ +BUS_URL: (\S+)$/mu.exec(text) ?? [];
  const [, caFile = ""] = /^ +BUS_CA_FILE: (\S+)$/mu.exec(text) ?? [];
  return {
    server,
    url: busUrl.replace("@nats:4222", `@localhost:${port}`),
    caFile: join(volume("nats-ca"), basename(caFile)),
    volume,
    makeCertificate,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One service of the file: its lists and its environment, which are written as JSON. */
function serviceOf(text: string, name: string) {
  const [, block = ""] = new RegExp(`^  ${name}:\n((?: {4}.*\n|\n)+)`, "mu").exec(text) ?? [];
  const found = (key: string, pattern: string): string =>
    new RegExp(`^    ${key}:\\s*(${pattern})`, "mu").exec(block)?.[1] ?? "";
  return {
    list: (key: string): readonly string[] =>
      JSON.parse(found(key, "\\[[^\\]]*\\]").replace(/,\s*\]$/u, "]")) as string[],
    variables: (): Readonly<Record<string, string>> => {
      const [, key = "", value = ""] =
        /\{ (\w+): "([^"]*)" \}/u.exec(found("environment", "\\{.*\\}")) ?? [];
      return { [key]: value };
    },
  };
}
