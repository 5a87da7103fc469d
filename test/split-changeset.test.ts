/** Each changelog tells the changes of its own package: changesets of several packages are grouped by package. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { splitChangeset } from "../scripts/split-changeset.mjs";
import { packages, root } from "./support/workspace.ts";

const FOLDER = ".changeset";
const changesets = readdirSync(join(root, FOLDER)).filter(
  (file) => file.endsWith(".md") && file !== "README.md",
);

const MATTER = `---\n"@bourse/http": minor\n"@bourse/kernel": patch\n---\n`;

describe("a changeset is split by package", () => {
  test("each package gets the texts that begin with its name, and what follows them", () => {
    const text = `${MATTER}
**http, kernel**: Both count
in milliseconds.

The clock included.

- **http**: A limit is \`null\`
  without one.
- **kernel**: Less memory.`;
    expect(splitChangeset(text)).toEqual([
      {
        name: "@bourse/http",
        type: "minor",
        summary:
          "Both count in milliseconds.\n\nThe clock included.\n\n- A limit is `null` without one.",
      },
      {
        name: "@bourse/kernel",
        type: "patch",
        summary: "Both count in milliseconds.\n\nThe clock included.\n- Less memory.",
      },
    ]);
  });

  test.each([
    "**http, kernel**:",
    "**@bourse/http**, **kernel**:",
    "`@bourse/http`, `kernel`:",
    "**http,\nkernel:**",
  ])("%j names two packages", (label) => {
    const parts = splitChangeset(`${MATTER}\n${label} Faster.`);
    expect(parts.map(({ summary }) => summary)).toEqual(["Faster.", "Faster."]);
  });

  test("list items may name their packages unmarked; words that are none are text", () => {
    const parts = splitChangeset(`${MATTER}\n- http: Faster.\n- note: Twice.\n- kernel: Smaller.`);
    expect(parts.map(({ summary }) => summary)).toEqual([
      "- Faster.\n- note: Twice.",
      "- Smaller.",
    ]);
  });

  test("a code word before a colon is no package", () => {
    const text = `---\n"@bourse/http": minor\n---\n\n\`Server.close()\`: it waits.`;
    expect(splitChangeset(text)[0]?.summary).toBe("`Server.close()`: it waits.");
  });

  test("a changeset of one package needs no name in its text", () => {
    const text = `---\n"@bourse/http": minor\n---\n\nFaster.\n`;
    expect(splitChangeset(text)).toEqual([
      { name: "@bourse/http", type: "minor", summary: "Faster." },
    ]);
  });

  test.each([
    ["a text of no package", `${MATTER}\nFaster.`, /"Faster. …" belongs to no package/],
    [
      "a package that the front matter lacks",
      `${MATTER}\n**http, kernel, store**: Faster.`,
      /grouped under @bourse\/store, which the front matter lacks/,
    ],
    [
      "a package without a text",
      `${MATTER}\n**http**: Faster.`,
      /names @bourse\/kernel, but no text begins with it/,
    ],
    ["no front matter", "**http**: Faster.", /no front matter/],
    ["an unknown step", `---\n"@bourse/http": huge\n---\n\nFaster.`, /no package in/],
  ])("%s is refused", (_name, text, message) => {
    expect(() => splitChangeset(text)).toThrow(message);
  });
});

describe.runIf(changesets.length > 0)("the pending changesets", () => {
  test.each(changesets)("%s tells every package that it names its own changes", (file) => {
    const parts = splitChangeset(readFileSync(join(root, FOLDER, file), "utf8"));
    const names = new Set(packages().map(({ manifest }) => manifest.name));
    expect(parts.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});
