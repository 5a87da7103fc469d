/**
 * `npm start [-- auth|curation|backtest|node …] [--peers N]`: installs, builds and runs the reference servers on their
 * embedded defaults, prints one screen, and stops them all on Ctrl-C or SIGTERM.
 *
 * Each server runs in a process group of its own and reports over IPC, so that a signal reaches it once,
 * from here, and a launcher that dies takes its servers with it.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { firstScreen } from "./first-screen.mjs";
import { fundPeer, peerEnvironment } from "./node-peers.mjs";
import { prepare } from "./prepare.mjs";
import { watchRunner } from "./watch-runner.mjs";
import { environment, pinnedNode, root } from "./workspace.mjs";

const SERVICES = ["auth", "curation", "backtest", "node"].filter((name) =>
  existsSync(join(root, "servers", name, "package.json")),
);
const START_DEADLINE_MILLISECONDS = 30_000;

const MOST_PEERS = 10;

const words = process.argv.slice(2);
const peers = takePeers(words);
const wanted = words.filter((word) => !word.startsWith("-"));
const rest = words.filter((word) => word.startsWith("-"));
const unknown = wanted.filter((name) => !SERVICES.includes(name));
if (unknown.length > 0 || rest.length > 0) {
  console.error(
    `No service is called ${[...unknown, ...rest].join(", ")}; there are: ${SERVICES.join(", ")}.`,
  );
  process.exit(1);
}

if (peers > 1 && wanted.length > 0 && !wanted.includes("node")) {
  console.error("--peers is of the service node: name it too.");
  process.exit(1);
}

// From here on: npm may end while this is still building.
watchRunner(() => stop("SIGTERM"));
prepare();
const children = (wanted.length > 0 ? wanted : SERVICES).map((name) => launch(name));

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));

const ready = await Promise.race([
  Promise.all(children.map((child) => child.ready)),
  deadline(START_DEADLINE_MILLISECONDS),
]).catch((error) => {
  console.error(error.message);
  stop("SIGTERM", 1);
});
if (ready && peers > 1) {
  await Promise.race([startPeers(ready), deadline(START_DEADLINE_MILLISECONDS)]).catch((error) => {
    console.error(error.message);
    stop("SIGTERM", 1);
  });
}
if (ready && !stopping) {
  console.log(firstScreen(ready));
}

await Promise.all(children.map((child) => child.exit));

/** Takes `--peers N` out of the words; 1 without it. */
function takePeers(all) {
  const place = all.indexOf("--peers");
  if (place < 0) return 1;
  const [, count] = all.splice(place, 2);
  if (/^[1-9]\d?$/.test(count ?? "") && Number(count) <= MOST_PEERS) return Number(count);
  console.error(`--peers needs a number from 1 to ${MOST_PEERS}.`);
  process.exit(1);
}

/** The nodes beside the first one, one after the other; what they report joins the screen. */
async function startPeers(rows) {
  for (let number = 2; number <= peers && !stopping; number++) {
    const child = launch("node", await peerEnvironment(number));
    children.push(child);
    // Its settings are the first one's with other ports.
    rows.push({ ...(await child.ready), name: `node ${number}`, settings: {} });
    await fundPeer(number);
  }
}

/** Starts one server; `ready` resolves with what it reports of itself, `exit` when it has ended. */
function launch(name, settings = {}) {
  const main = join(root, "servers", name, "dist", "main.js");
  const handle = spawn(pinnedNode(), [main], {
    cwd: root,
    env: environment({ BOURSE_LAUNCHER: "1", ...settings }),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  const ready = new Promise((resolve, reject) => {
    handle.on("message", (message) => {
      if (message?.type === "bourse-ready") resolve({ ...message, name });
    });
    handle.once("error", reject);
    handle.once("exit", (code, signal) =>
      reject(new Error(`The ${name} server ended (${signal ?? `exit code ${code}`}).`)),
    );
  });
  const exit = new Promise((resolve) => handle.once("exit", resolve));
  // A server that ends by itself ends the others: half a kit would be a surprise.
  void exit.then((code) => stop("SIGTERM", code === 0 ? 0 : 1));
  return { name, handle, ready, exit };
}

function stop(signal, code = 0) {
  if (code !== 0) process.exitCode = code;
  const again = stopping;
  stopping = true;
  for (const { handle } of children) {
    if (handle.exitCode !== null || handle.signalCode !== null) continue;
    // A second Ctrl-C is passed on: the servers take it as "now".
    if (!again || signal === "SIGINT") handle.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  }
}

function deadline(milliseconds) {
  return new Promise((_, reject) => {
    const sentence = `A server was not ready within ${milliseconds / 1000} s; all are stopped.`;
    setTimeout(() => reject(new Error(sentence)), milliseconds).unref();
  });
}
