/** Says that a server is up: to the launcher's screen over IPC, or on one of its own to whoever started it by hand. */

import { fittedLines } from "./fitted-lines.ts";
import { printLine } from "./print-line.ts";
import type { RunningServer } from "./running-server.ts";

/** Message that a launcher gets once over IPC when the server is ready. */
export interface ReadyMessage {
  readonly type: "bourse-ready";
  /** Name of the service. */
  readonly service: string;
  /** URL of the server. */
  readonly url: string;
  /** URL of the docs page; null without one. */
  readonly docsUrl: string | null;
  /** Location of the data, without credentials; null when not told. */
  readonly store: string | null;
  /** First step for a new user; null without one. */
  readonly hint: string | null;
  /** Call to try, for a shell; null without one. */
  readonly firstCall: string | null;
  /** Sockets that other machines can reach, such as `external API 0.0.0.0:8081`. */
  readonly network: readonly string[];
  /** Settings that differ from their defaults, by name; secrets masked. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Sends the message when this process has a launcher, else prints the screen to standard output. */
export function announce(
  service: string,
  server: RunningServer,
  settings: ReadyMessage["settings"],
): void {
  const message: ReadyMessage = {
    type: "bourse-ready",
    service,
    url: server.url,
    docsUrl: server.docsUrl ?? null,
    store: server.storeLocation ?? null,
    hint: server.adminHint ?? null,
    firstCall: server.firstCall ?? null,
    network: server.networkAddresses ?? [],
    settings,
  };
  if (process.send !== undefined) process.send(message);
  else printLine(process.stdout.fd, screenOf(message));
}

function screenOf({ service, url, docsUrl, store, hint, ...more }: ReadyMessage): string {
  const { firstCall, network, settings } = more;
  const changed = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const config = `bourse config ${service.replace(/^bourse-/, "")}`;
  const rows = [
    ["App", url],
    ["Docs", docsUrl],
    ["Try", firstCall],
    ["Network", network.length > 0 ? network.join(", ") : "only this machine can connect"],
    ["Data", store],
    ["Note", hint],
    ["Settings", changed.length > 0 ? changed.join(" ") : "as the defaults are"],
    ["", `all of them: ${config}`],
  ] as const;
  return [
    `${service} is ready. Ctrl-C ends it.`,
    ...rows.flatMap(([label, text]) => {
      if (text === null) return [];
      // A call is pasted into a shell: a break inside of its quotes would be sent.
      return rowOf(label, text === firstCall ? text.split("\n") : fittedLines(text, TEXT_WIDTH));
    }),
  ].join("\n");
}

const LABEL_WIDTH = 10;
const TEXT_WIDTH = 68;

/** A row of at most 80 columns, but for longer words; further lines stand under the text. */
function rowOf(label: string, lines: readonly string[]): string {
  const indent = " ".repeat(LABEL_WIDTH + 2);
  return `  ${label.padEnd(LABEL_WIDTH)}${lines.join(`\n${indent}`)}`;
}
