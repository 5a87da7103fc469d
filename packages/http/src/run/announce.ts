/** Says that a server is up: to the launcher's table over IPC, or in a few lines to whoever started it by hand. */

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
}

/** Sends the message when this process has a launcher, else prints the lines to standard output. */
export function announce(service: string, server: RunningServer): void {
  const message: ReadyMessage = {
    type: "bourse-ready",
    service,
    url: server.url,
    docsUrl: server.docsUrl ?? null,
    store: server.storeLocation ?? null,
    hint: server.adminHint ?? null,
  };
  if (process.send !== undefined) process.send(message);
  else printLine(process.stdout.fd, linesOf(message).join("\n"));
}

function linesOf({ service, url, docsUrl, store, hint }: ReadyMessage): readonly string[] {
  const rows = [
    ["url", url],
    ["docs", docsUrl],
    ["store", store],
    ["next", hint],
  ] as const;
  const shown = rows.filter(([, value]) => value !== null);
  return [
    `${service} is ready.`,
    ...shown.map(([name, value]) => `  ${name.padEnd(5)}  ${value}`),
    "  Ctrl-C ends it.",
  ];
}
