/** The published packages, and the repository that a release names in each of them. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

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

/**
 * The repository of a release as a browser opens it, from its setting `BOURSE_REPOSITORY`; undefined without one.
 *
 * @throws Error for anything but `https://host/owner/name`
 */
export function releaseRepository({ BOURSE_REPOSITORY: url } = process.env) {
  if (url === undefined || url === "") return undefined;
  if (!/^https:\/\/[^/\s]+\/[^\s]*[^/\s]$/u.test(url) || url.endsWith(".git")) {
    throw new Error(
      `BOURSE_REPOSITORY is "${url}"; expected the address of a repository, such as https://host/owner/name.`,
    );
  }
  return url;
}

/** The fields by which a package in `folder` names its repository at `url`, in the form of GitHub and GitLab. */
export function repositoryFields(url, folder) {
  return {
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
  };
}

/** A manifest as a release packs it: with its repository, where the release names one. */
export function releasedManifest(manifest, variables = process.env) {
  const url = releaseRepository(variables);
  const folder = publishedFolders().find((path) => readManifest(path).name === manifest.name);
  if (url === undefined || folder === undefined) return manifest;
  return { ...manifest, ...repositoryFields(url, folder) };
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
