/** One life of the victim: a process that starts when it is told to and ends by SIGKILL. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { NodeEnvironment } from "../../src/environment.ts";

export interface Urls {
  readonly internal: string;
  readonly external: string;
}

export class Life {
  readonly #child: ChildProcess;
  readonly #warm: Promise<unknown>;
  readonly #ended: Promise<unknown>;
  #output = "";

  /** Imports everything, and waits. `cache` is a folder for compiled code. */
  constructor(cache: string) {
    const victim = join(import.meta.dirname, "victim.ts");
    const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
    this.#child = spawn(process.execPath, [...flags, victim], {
      env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: cache },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    }
    this.#warm = once(this.#child, "message");
    this.#warm.catch(() => undefined);
    this.#ended = once(this.#child, "exit");
  }

  /** Resolves when it answers; undefined when it ended before. */
  async start(config: NodeEnvironment): Promise<Urls | undefined> {
    await Promise.race([this.#warm, this.#ended]);
    if (this.#child.exitCode !== null) throw new Error(`The victim ended: ${this.#output}`);
    this.#child.send(config);
    const ready = once(this.#child, "message") as Promise<[{ readonly urls: Urls }]>;
    ready.catch(() => undefined);
    const first = await Promise.race([ready, this.#ended.then(() => undefined)]);
    if (first !== undefined) return first[0].urls;
    if (this.#child.signalCode === "SIGKILL") return undefined;
    throw new Error(`The victim ended by itself: ${this.#output}`);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
