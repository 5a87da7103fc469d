import { join } from "node:path";
/**
 * `--peers N`: N data-sharing nodes on this machine that share one chain and know each other. The first is the one that
 * starts anyway; the others stand ten ports further each, join its development chain and get some of its money.
 */
import { pathToFileURL } from "node:url";

import { root } from "./workspace.mjs";

const PORTS = {
  INTERNAL_API_PORT: 8080,
  EXTERNAL_API_PORT: 8081,
  DASHBOARD_API_PORT: 8082,
  P2P_PORT: 8000,
};
const FUNDS = "1000000000000000000000";
const NATIVE = `0x${"0".repeat(40)}`;

/** The settings of node `number` (from 2), beside the first one, which is ready. */
export async function peerEnvironment(number) {
  const [health, self, { complianceAddress }] = await Promise.all([
    ask(1, "/health"),
    ask(1, "/network/self"),
    import(pathToFileURL(join(root, "packages/node-core/dist/index.js")).href),
  ]);
  if (!health.chain.rpc_url) {
    throw new Error(
      "--peers joins nodes to the development chain of the first: leave BLOCKCHAIN_URL out.",
    );
  }
  const ports = Object.keys(PORTS).map((name) => [name, String(portOf(name, number))]);
  return {
    ...Object.fromEntries(ports),
    DATA_DIR: join(process.env.DATA_DIR ?? "data", `peer-${number}`),
    BLOCKCHAIN_URL: health.chain.rpc_url,
    BLOCKCHAIN_POLL_MILLISECONDS: "50",
    COMPLIANCE_CONTRACT: complianceAddress(),
    CONFIRMATIONS: "1",
    INITIAL_PEERS: self.multiaddrs.filter((one) => !one.includes("/ip6/")).join(","),
  };
}

/** Gives node `number` some of the first one's money, unless it has some. */
export async function fundPeer(number) {
  const [first, peer] = await Promise.all([ask(1, "/network/self"), ask(number, "/network/self")]);
  const { balance } = await ask(number, `/balance/${peer.address}`);
  if (balance !== "0") return;
  await ask(1, "/transfer", {
    from: first.address,
    to: peer.address,
    amount: FUNDS,
    token: NATIVE,
  });
}

function portOf(name, number) {
  return Number(process.env[name] ?? PORTS[name]) + 10 * (number - 1);
}

async function ask(number, path, body) {
  const url = `http://127.0.0.1:${portOf("INTERNAL_API_PORT", number)}${path}`;
  const options = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(`Node ${number} refused ${path}: ${answer.error}`);
  return answer;
}
