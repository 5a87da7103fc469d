/**
 * Notices that the package manager which runs this script has ended.
 *
 * A signal to npm alone ends npm and the shell that npm starts, but reaches neither this process nor its children.
 */
import { spawnSync } from "node:child_process";
import { basename } from "node:path";

const POLL_MILLISECONDS = 500;

/**
 * Calls `onGone` once, within a second of the end of npm or pnpm. Never called when no package manager runs this
 * script: `nohup node scripts/start.mjs &` outlives its shell.
 */
export function watchRunner(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const runners = runnersOf(process.ppid);
  const timer = setInterval(() => {
    if (runners.every(isAlive)) return;
    clearInterval(timer);
    onGone();
  }, POLL_MILLISECONDS).unref();
}

/** The parent and, where the parent is the shell that npm starts, npm above it. */
function runnersOf(parent) {
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(parent)], {
    encoding: "utf8",
  });
  const [, above, line] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return line?.includes(basename(process.argv[1])) ? [parent, Number(above)] : [parent];
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive too.
    return error.code === "EPERM";
  }
}
