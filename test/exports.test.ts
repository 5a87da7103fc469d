/** Exports of every package: a changed line in the snapshot is a changed public interface. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import { packages, root, sources, sourcesOf } from "./support/workspace.ts";

describe.each(packages())("$folder", ({ folder, manifest }) => {
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [{ name, target }],
  );

  test.each(entries)("the names behind $name", async ({ target }) => {
    const [names, ...others] = await Promise.all(
      sourcesOf(target).map(async (source) => {
        const file = join(root, folder, source);
        const module = (await import(pathToFileURL(file).href)) as object;
        return Object.keys(module).toSorted();
      }),
    );
    expect(names).toMatchSnapshot();
    // Whatever the platform, the names are the same.
    for (const other of others) expect(other).toEqual(names);
  });

  test("publishes every entry point, without the private condition", () => {
    const published = Object.fromEntries(
      entries.map(({ name, target }) => {
        const { "@bourse/source": _private, ...rest } = target;
        return [name, rest];
      }),
    );
    expect(manifest.publishConfig?.exports).toEqual({
      ...published,
      "./package.json": "./package.json",
    });
  });

  test("bundles every entry point and every bin", () => {
    const config = readFileSync(join(root, folder, "tsup.config.ts"), "utf8");
    // Each source file is an entry there.
    const isUnbundled = config.includes("export default unbundled();");
    const wanted = entries.flatMap(({ target }) => sourcesOf(target)).map((path) => path.slice(2));
    const bins = Object.values(manifest.bin ?? {}).map((path) =>
      path.replace(/^\.\/dist\//, "src/").replace(/\.js$/, ".ts"),
    );
    const built = isUnbundled ? sources(`${folder}/src`).join(" ") : config;
    for (const path of [...wanted, ...bins]) {
      expect(built).toContain(isUnbundled ? `${folder}/${path}` : `"${path}"`);
    }
  });

  test("carries a README and the licence", () => {
    const missing = ["README.md", "LICENSE"].filter(
      (name) => !existsSync(join(root, folder, name)),
    );
    expect(missing).toEqual([]);
  });
});
