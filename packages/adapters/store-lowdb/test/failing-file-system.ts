/** The real file system, of which one operation can be made to fail. */

import type { WritableFile } from "@bourse/kernel/files";

import { nodeFileSystem, type FileSystem } from "../src/file-system.ts";

export class FailingFileSystem implements FileSystem {
  /** Every operation so far: its name, and the end of its path where it has one. */
  readonly log: string[] = [];
  #fails: (operation: number) => boolean = () => false;
  #count = 0;

  /** Arms the faults: from now on operation number n (from 1) fails when `fails(n)`. */
  arm(fails: (operation: number) => boolean): void {
    this.#fails = fails;
    this.#count = 0;
    this.log.length = 0;
  }

  readFile(path: string): Promise<Buffer> {
    return this.#step(`read ${ending(path)}`, () => nodeFileSystem.readFile(path));
  }

  async open(path: string, flags: string, mode?: number): Promise<WritableFile> {
    const file = await this.#step(`open ${ending(path)}`, () =>
      nodeFileSystem.open(path, flags, mode),
    );
    return {
      // A write that fails has written half.
      appendFile: (data) =>
        this.#step(
          "write",
          () => file.appendFile(data),
          () => file.appendFile(data.slice(0, data.length / 2)),
        ),
      sync: () => this.#step("sync", () => file.sync()),
      // A close that fails has closed.
      close: () =>
        this.#step(
          "close",
          () => file.close(),
          () => file.close(),
        ),
    };
  }

  rename(from: string, to: string): Promise<void> {
    return this.#step("rename", () => nodeFileSystem.rename(from, to));
  }

  rm(path: string, options: { readonly force: boolean }): Promise<void> {
    return this.#step("rm", () => nodeFileSystem.rm(path, options));
  }

  freeBytes(folder: string): Promise<number> {
    return this.#step("room", () => nodeFileSystem.freeBytes(folder));
  }

  readdir(path: string): Promise<readonly string[]> {
    return this.#step("list", () => nodeFileSystem.readdir(path));
  }

  async #step<R>(name: string, run: () => Promise<R>, half?: () => Promise<void>): Promise<R> {
    this.log.push(name);
    this.#count += 1;
    if (!this.#fails(this.#count)) return run();
    await half?.();
    throw Object.assign(new Error(`EIO: ${name}`), { code: "EIO" });
  }
}

function ending(path: string): string {
  if (path.endsWith(".unfinished")) return "unfinished";
  return path.endsWith(".json") ? "store" : "folder";
}
