/**
 * `node scripts/set-repository.mjs [URL]`: the one place that says where this repository lives.
 *
 * Writes the URL into the root's package.json and derives from it `repository`, `homepage` and `bugs` of every
 * published package, in the form of GitHub and GitLab. Without a URL the packages are derived again from the root.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { root } from "./workspace.mjs";

const PARENTS = ["packages", "packages/adapters", "servers", "apps"];

/** Folders of all published packages, relative to the root. */
export function publishedFolders() {
  return PARENTS.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .filter((folder) => readManifest(folder).private !== true)
    .toSorted();
}

/** The URL of the repository as a browser opens it: `https://host/owner/name`. */
export function repositoryUrl() {
  return browserUrl(readManifest(".").repository.url);
}

/** True until the owner has named a host: names below `.example` belong to nobody (RFC 2606). */
export function isPlaceholder(url) {
  return new URL(url).hostname.endsWith(".example");
}

/** The fields by which a package in `folder` names its repository at `url`. */
export function repositoryFields(url, folder) {
  return {
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
  };
}

function browserUrl(text) {
  const url = text.replace(/^git\+/u, "").replace(/\.git$/u, "");
  if (!/^https:\/\/[^/\s]+\/[^\s]*[^/\s]$/u.test(url)) {
    throw new Error(
      `"${text}" is not the address of a repository, such as https://host/owner/name.`,
    );
  }
  return url;
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

/** Keys that a manifest already has keep their places. */
function writeFields(folder, fields) {
  const manifest = { ...readManifest(folder), ...fields };
  writeFileSync(join(root, folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  try {
    const url = process.argv[2] === undefined ? repositoryUrl() : browserUrl(process.argv[2]);
    writeFields(".", { repository: { type: "git", url: `git+${url}.git` } });
    for (const folder of publishedFolders()) writeFields(folder, repositoryFields(url, folder));
    console.log(`Every package names ${url}.`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
