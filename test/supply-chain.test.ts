/** Actions and images of others: each is named by digest, or listed here with the reason. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

const FILES = [".github/workflows/*.yml", "Dockerfile", "compose.yaml", "deploy/**/compose.yaml"];

const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** References of actions and images, as `FILE: NAME`. */
const references = globSync(FILES, { cwd: root })
  .flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:- )?(?:uses:|image:|container:|FROM) +(\S+)/gm)].map(
      ([, name = ""]) => `${file}: ${name}`,
    ),
  )
  .toSorted();

/**
 * Official images, by tag: their tags move to each security fix, their digests are those of one platform's registry,
 * and nothing in the repository could tell whether a written one is right. Who runs them pins what was tested.
 */
const BY_TAG = [
  ".github/workflows/release.yml: node:24-bookworm",
  "Dockerfile: node:24-bookworm-slim",
  "Dockerfile: node:24-bookworm-slim",
  "compose.yaml: caddy:2",
  "deploy/replicas/compose.yaml: caddy:2",
  "deploy/replicas/compose.yaml: nats:2",
  "deploy/replicas/compose.yaml: nginx:1",
  "deploy/replicas/compose.yaml: postgres:18",
  "deploy/replicas/compose.yaml: postgres:18",
];

test("every action is named by the digest of its commit, and images by tag are those that are listed", () => {
  const unpinned = references.filter((one) => !/@(?:[\da-f]{40}|sha256:[\da-f]{64})$/.test(one));
  expect(unpinned).toEqual(BY_TAG);
});

test("no container has a password among its arguments", () => {
  const files = references.map((one) => one.slice(0, one.indexOf(":")));
  for (const file of new Set(files.filter((name) => name.endsWith("compose.yaml")))) {
    const commands = [...read(file).matchAll(/^ +command:(.*\n(?: {6,}.*\n)*)/gm)];
    for (const [, words = ""] of commands) {
      expect(words, file).not.toMatch(/PASSWORD|SECRET|_KEY\b|TOKEN/);
    }
  }
});
