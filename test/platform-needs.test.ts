/** Entry points that need nothing of Node.js: what a page, a worker or another runtime can load. */
import { expect, test } from "vitest";

import { platformNeeds } from "./support/platform-needs.ts";

/** The subpaths that need Node, with the reason; every other one loads in a web page. */
const NEEDS_NODE: Readonly<Record<string, string>> = {
  "@bourse/backtest-engine/studies": "a file",
  "@bourse/backtest-engine/threads": "threads of Node",
  "@bourse/conformance/auth": "node:assert",
  "@bourse/conformance/backtest": "node:assert",
  "@bourse/conformance/broker": "node:assert",
  "@bourse/conformance/bus": "node:assert",
  "@bourse/conformance/candles": "node:assert",
  "@bourse/conformance/curation": "node:assert",
  "@bourse/conformance/fuzz": "node:assert",
  "@bourse/conformance/node": "node:assert",
  "@bourse/conformance/peers": "node:assert",
  "@bourse/conformance/streams": "node:assert",
  "@bourse/conformance/store": "node:assert, and child processes that are killed",
  "@bourse/credentials/master-key-file": "a file",
  "@bourse/credentials/openid": "a file of settings",
  "@bourse/curation-core/admin-code-file": "a file",
  "@bourse/handlers/node": "its core does",
  "@bourse/http": "a server of node:http",
  "@bourse/http/environment": "files of settings",
  "@bourse/kernel/files": "files",
  "@bourse/mcp": "files of the documentation",
  "@bourse/mock/backtest": "a turn of the event loop",
  "@bourse/mock/network": "the interceptors of msw for Node",
  "@bourse/mock/node": "its core does",
  "@bourse/node-core": "keystores are files",
  "@bourse/node-core/chain": "digests of `node:crypto`",
  "@bourse/node-core/files": "files",
  "@bourse/node-core/identity": "keystores are files",
  "@bourse/node-core/peers": "frames are of `Buffer`",
  "@bourse/node-core/sealing": "an envelope's context is read by `Buffer`",
  "@bourse/node-core/transport": "frames are of `Buffer`",
  "@bourse/node-core/writer": "its identities are",
  "@bourse/outbox/mail": "a file, and sockets of nodemailer",
  "@bourse/outbox/webhooks": "sockets, and names that are looked up for them",
  "@bourse/sockets": "frames are of `Buffer`",
  "@bourse/trading-core/process": "threads of Node",
  "@bourse/trading-core/threads": "threads of Node",
};

test("every subpath but these loads without Node", async () => {
  const needs = await platformNeeds("src");
  const shown = [...needs].filter(([name, found]) => found.length > 0 !== name in NEEDS_NODE);
  expect(shown).toEqual([]);
  expect(Object.keys(NEEDS_NODE).filter((name) => !needs.has(name))).toEqual([]);
});
