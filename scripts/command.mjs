/**
 * `npm run -s bourse -- node wallet`: a command in a checkout, on the data of `npm start`. Installs and builds first
 * where that is needed.
 *
 * An npm script and no `npx`: where nothing is built yet, npx would look for a package of that name in the registry.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

import { prepare } from "./prepare.mjs";
import { watchRunner } from "./watch-runner.mjs";
import { environment, pinnedNode, root } from "./workspace.mjs";

const [folder, ...words] = process.argv.slice(2);
watchRunner(() => end("SIGTERM"));
prepare();
const child = spawn(pinnedNode(), [join(root, folder, "dist", "main.js"), ...words], {
  cwd: root,
  env: environment(),
  stdio: "inherit",
});
child.once("exit", (code, signal) => {
  process.exitCode = signal === null ? code : 1;
});
// A terminal sends Ctrl-C to the child as well.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", end);

function end(signal) {
  child.kill(signal);
}
