import { releasedManifest } from "./published-packages.mjs";

/** Hooks of `pnpm pack`: the manifest in a tarball names the repository, where the release has one. */
export const hooks = { beforePacking: (manifest) => releasedManifest(manifest) };
