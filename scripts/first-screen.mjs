/** The screen that `npm start` prints when all servers are ready: at most 80 columns, but for longer words. */

const LABEL_WIDTH = 10;
const TEXT_WIDTH = 70;
const CONFIG = "npm run -s bourse -- config SERVICE";

/** The screen for the messages `bourse-ready` of the servers, each with the name that it is shown by. */
export function firstScreen(servers) {
  const urlWidth = Math.max(...servers.map(({ url }) => url.length));
  const tried = servers.find(({ name }) => name === "backtest") ?? servers[0];
  const changed = new Set(
    servers.flatMap(({ settings }) =>
      Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ),
  );
  return [
    "Bourse runs. Ctrl-C stops it.",
    ...servers.map(
      ({ name, url, docsUrl }) =>
        `${name.padEnd(LABEL_WIDTH)}${url.padEnd(urlWidth)}  docs: ${docsUrl}`,
    ),
    // A call is pasted into a shell: a break inside of its quotes would be sent.
    ...rows("Try", tried.firstCall.split("\n")),
    ...row("Network", networkOf(servers)),
    ...row("Data", servers.map(({ store }) => store.replace(/^sqlite:/, "")).join(", ")),
    ...servers.flatMap(({ name, hint }) => (hint === null ? [] : row("Note", `${name}: ${hint}`))),
    ...row(
      "Settings",
      changed.size > 0
        ? `${[...changed].join(" ")}\nall: ${CONFIG}`
        : `as the defaults are; all: ${CONFIG}`,
    ),
  ].join("\n");
}

function networkOf(servers) {
  const reached = servers.filter(({ network }) => network.length > 0);
  if (reached.length === 0) return "only this machine can connect";
  return reached.map(({ name, network }) => `${name}: ${network.join(", ")}`).join("; ");
}

/** A row in lines that fit. */
function row(label, text) {
  const lines = text.replaceAll(new RegExp(`(.{1,${TEXT_WIDTH}})(?: +|$)`, "gm"), "$1\n");
  return rows(label, lines.trimEnd().split(/\n+/));
}

/** Lines with a label before the first; the others stand under its text. */
function rows(label, lines) {
  return lines.map((line, at) => (at === 0 ? label : "").padEnd(LABEL_WIDTH) + line);
}
