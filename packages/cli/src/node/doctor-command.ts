/** `bourse node doctor`: what is in order, what is not, and what to do about it, in words. */

import { createSocket } from "node:dgram";
import { existsSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { createServer } from "node:net";

import { isLoopback } from "@bourse/http/environment";
import { hasCode, isBourseError, splitLogin, verifyStore } from "@bourse/kernel";
import { makeFolder } from "@bourse/kernel/files";
import type { Address } from "@bourse/server-node/parts";
import {
  checkCompliance,
  connectionsOf,
  facingSockets,
  type NodeEnvironment,
  openNodeIdentity,
  pinnedWallet,
  pinWallet,
  sharedStoreUrl,
  STANDBY_REASON,
} from "@bourse/server-node/parts";
import { examineStore } from "@bourse/store";

import type { ExitCode } from "../command/command.ts";
import { outboxFindings } from "../service/outbox-findings.ts";
import { askNode } from "./internal-api.ts";
import type { NodeContext } from "./node-context.ts";
import { withStore } from "./with-store.ts";

interface Finding {
  readonly isGood: boolean;
  readonly sentence: string;
}

const good = (sentence: string): Finding => ({ isGood: true, sentence });
const bad = (sentence: string): Finding => ({ isGood: false, sentence });

const LEAST_FREE_BYTES = 256 * 2 ** 20;

/** Prints one line a finding. Returns 1 when one of them is a problem. */
export async function examineNode(context: NodeContext): Promise<ExitCode> {
  const { config, stdout } = context;
  const running = await askNode(config, "GET", "/health");
  const findings = [
    ...(await dataFindings(context)),
    await keystoreFinding(context, running !== undefined),
    ...(running === undefined ? [await storeFinding(context), ...(await leaving(context))] : []),
    ...(await databaseFindings(config)),
    ...settingsFindings(config),
    exposureFinding(config),
    ...(running === undefined
      ? await portFindings(config)
      : [await runningFinding(config, running)]),
    ...(await chainFindings(config)),
  ];
  for (const { isGood, sentence } of findings)
    stdout(`${isGood ? "ok      " : "problem "} ${sentence}`);
  return findings.every(({ isGood }) => isGood) ? 0 : 1;
}

async function dataFindings({ layout }: NodeContext): Promise<readonly Finding[]> {
  try {
    await makeFolder(layout.folder);
    await access(layout.folder, constants.W_OK);
    const { bavail, bsize } = await statfs(layout.folder);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    return [
      good(`data goes to ${layout.folder}, which can be written`),
      free * 2 ** 20 >= LEAST_FREE_BYTES
        ? good(`${free} MiB are free there`)
        : bad(`only ${free} MiB are free there: make room, a full disk makes the node unhealthy`),
    ];
  } catch (error) {
    return [
      bad(`${layout.folder} cannot be written (${codeOf(error)}): set DATA_DIR, or its owner`),
    ];
  }
}

/** Checks every document and the chain of compliance records; a running node with files of its own has them locked. */
async function storeFinding(context: NodeContext): Promise<Finding> {
  if (!isShared(context) && !existsSync(context.layout.database)) {
    return good("there is no store yet: the first start makes one");
  }
  try {
    return await withStore(context, {}, async (store) => {
      const documents = await verifyStore(store);
      const records = await checkCompliance(store);
      return good(
        `the store is whole: ${documents} documents fit their checksums, ${records} compliance records follow from each other`,
      );
    });
  } catch (error) {
    if (hasCode(error, "STORE_NOT_FOUND")) {
      return good("there is no store in the database yet: the first start makes one");
    }
    return bad(isBourseError(error) ? error.message : `the store does not open: ${codeOf(error)}`);
  }
}

/** Findings about the webhooks that wait, where no node has the store. */
async function leaving(context: NodeContext): Promise<readonly Finding[]> {
  const findings = await outboxFindings("node", context, (_, act) => withStore(context, {}, act));
  return findings.map(({ kind, sentence }) =>
    kind === "problem" ? bad(sentence) : good(sentence),
  );
}

/** Findings about the connections and the clock of a shared store's database. */
async function databaseFindings(config: NodeEnvironment): Promise<readonly Finding[]> {
  const url = sharedStoreUrl(config);
  if (url === undefined) return [];
  const findings = await examineStore(url, { connections: connectionsOf(config) });
  return findings.map(({ kind, sentence }) =>
    kind === "problem" ? bad(sentence) : good(sentence),
  );
}

function isShared({ config }: NodeContext): boolean {
  return sharedStoreUrl(config) !== undefined;
}

async function keystoreFinding(context: NodeContext, isRunning: boolean): Promise<Finding> {
  const { config, layout } = context;
  if (!existsSync(layout.keystore) && !existsSync(layout.database) && !isRunning) {
    return good("there are no keys yet: init or the first start makes them");
  }
  try {
    const { address } = await openNodeIdentity(config, layout, () => undefined, { create: false });
    // A running node has compared them itself, and has the store.
    if (!isRunning) await comparePin(context, address);
    return good(`the keys open; the wallet is ${address}`);
  } catch (error) {
    return bad(isBourseError(error) ? error.message : `the keys do not open: ${codeOf(error)}`);
  }
}

/** @throws NodeError KEYSTORE_INVALID for keys of another node */
async function comparePin(context: NodeContext, address: Address): Promise<void> {
  if (!isShared(context) && !existsSync(context.layout.database)) return;
  try {
    await withStore(context, {}, async (store) => {
      // It is only compared: a wallet that is noted already is not noted again.
      if ((await pinnedWallet(store)) !== undefined) await pinWallet(store, address);
    });
  } catch (error) {
    if (!hasCode(error, "STORE_NOT_FOUND")) throw error;
  }
}

function settingsFindings(config: NodeEnvironment): readonly Finding[] {
  const findings: Finding[] = [];
  if (!isLoopback(config.DASHBOARD_API_HOST) && config.DASHBOARD_KEY === undefined) {
    findings.push(bad("the dashboard is bound to the network without DASHBOARD_KEY: set one"));
  }
  if (!isLoopback(config.INTERNAL_API_HOST)) {
    findings.push(
      bad(
        `the internal API, which can spend the wallet, is bound to ${config.INTERNAL_API_HOST}: bind it to 127.0.0.1`,
      ),
    );
  }
  if (config.BLOCKCHAIN_URL.length > 0 && config.COMPLIANCE_CONTRACT === undefined) {
    findings.push(bad("BLOCKCHAIN_URL needs COMPLIANCE_CONTRACT: name the register on that chain"));
  }
  return findings;
}

/** The sockets that other machines can reach, by the settings. */
function exposureFinding(config: NodeEnvironment): Finding {
  const { METRICS_HOST, METRICS_PORT } = config;
  const sockets = [...facingSockets(config)];
  if (METRICS_PORT !== undefined && !isLoopback(METRICS_HOST)) {
    sockets.push(`metrics ${METRICS_HOST}:${METRICS_PORT}`);
  }
  return good(
    sockets.length === 0
      ? "only this machine can connect"
      : `other machines can connect to: ${sockets.join(", ")}`,
  );
}

async function runningFinding(
  config: NodeEnvironment,
  health: Readonly<Record<string, unknown>>,
): Promise<Finding> {
  const { status, components } = health;
  if (status === "healthy") return good("the node runs and is healthy");
  const reason = (await askNode(config, "GET", "/readyz"))?.["reason"];
  return reason === STANDBY_REASON
    ? good("the node runs and stands by: another process of this wallet is the writer")
    : bad(`the node runs and is ${String(status)}: ${JSON.stringify(components)}`);
}

async function portFindings(config: NodeEnvironment): Promise<readonly Finding[]> {
  const asked = [
    ["internal API", config.INTERNAL_API_HOST, config.INTERNAL_API_PORT],
    ["external API", config.EXTERNAL_API_HOST, config.EXTERNAL_API_PORT],
    ["dashboard", config.DASHBOARD_API_HOST, config.DASHBOARD_API_PORT],
  ] as const;
  const findings = [good("the node does not run")];
  for (const [name, host, port] of asked) {
    const fault = await faultOfTcp(host, port);
    findings.push(portFinding(name, `${host}:${port}`, fault));
  }
  const fault = await faultOfUdp(config.P2P_HOST, config.P2P_PORT);
  findings.push(portFinding("peer network", `${config.P2P_HOST}:${config.P2P_PORT}/udp`, fault));
  return findings;
}

function portFinding(name: string, place: string, fault: string | undefined): Finding {
  return fault === undefined
    ? good(`${place} is free for the ${name}`)
    : bad(
        `${place} cannot be had for the ${name} (${fault}): end what has it, or set another port`,
      );
}

function faultOfTcp(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error)));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

function faultOfUdp(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    socket.once("error", (error) => {
      socket.close();
      resolve(codeOf(error));
    });
    socket.bind(port, host, () => socket.close(() => resolve(undefined)));
  });
}

/** The endpoints are named by their place in the list: a URL may hold a key. */
async function chainFindings(config: NodeEnvironment): Promise<readonly Finding[]> {
  if (config.BLOCKCHAIN_URL.length === 0) {
    return [good("the chain is the embedded development chain: no real money moves")];
  }
  return Promise.all(
    config.BLOCKCHAIN_URL.map(async (url, place) => {
      const name = `endpoint ${place + 1} of BLOCKCHAIN_URL`;
      try {
        const id = Number(await rpc(url, "eth_chainId", []));
        if (id !== config.BLOCKCHAIN_ID) {
          return bad(
            `${name} is of chain ${id}, expected ${config.BLOCKCHAIN_ID}: set BLOCKCHAIN_ID`,
          );
        }
        const contract = config.COMPLIANCE_CONTRACT;
        if (contract === undefined) return good(`${name} answers for chain ${id}`);
        const code = await rpc(url, "eth_getCode", [contract, "latest"]);
        return code === "0x"
          ? bad(`${name} knows no contract at COMPLIANCE_CONTRACT`)
          : good(`${name} answers for chain ${id} and has the contract`);
      } catch (error) {
        return bad(`${name} does not answer (${codeOf(error)})`);
      }
    }),
  );
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const node = splitLogin(url);
  const response = await fetch(node.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...node.headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(5000),
  });
  return ((await response.json()) as { readonly result?: unknown }).result;
}

function codeOf(error: unknown): string {
  const { code, name, cause } = error as {
    readonly code?: string;
    readonly name?: string;
    readonly cause?: { readonly code?: string };
  };
  return cause?.code ?? code ?? name ?? "unknown";
}
