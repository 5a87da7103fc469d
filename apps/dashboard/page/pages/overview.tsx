/** How the node is, why, and what is still to do on a new one. */

import { bytes, duration, spaced } from "../model/format.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import {
  walletAddress,
  balances,
  health,
  info,
  peers,
  self,
  shares,
  stats,
  tokens,
} from "../model/node-state.ts";
import { glanceUnits } from "../model/units.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { Code } from "../parts/code.tsx";
import { Notice } from "../parts/notice.tsx";

export function Overview() {
  return (
    <>
      <Status />
      <Checklist />
      <Traffic />
      <Identity />
    </>
  );
}

function Status() {
  const state = health.value.value;
  const problem = health.problem.value;
  return (
    <Card title="Health" aside={state && <Badge state={state.status} />}>
      {problem && <Notice kind="poor">{problem}</Notice>}
      {state && (
        <>
          <ul class="plain">
            {Object.entries<string>({ ...state.components }).map(([name, value]) => (
              <li key={name} class="row">
                <span>{spaced(name)}</span>
                <Badge state={value} />
              </li>
            ))}
          </ul>
          <p class="hint">{causeOf(state.status, state.components)}</p>
          {state.chain && (
            <p class="hint">
              Chain {state.chain.id}
              {state.chain.block === null ? "" : `, block ${state.chain.block}`}
              {state.chain.development
                ? ". It is a development chain: its money is worth nothing."
                : "."}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function causeOf(status: string, components: Readonly<Record<string, string>>): string {
  if (status === "healthy") return "All parts work.";
  const causes = [
    components["blockchain"] === "disconnected" &&
      "The chain has not answered for ten seconds: transfers and proofs wait and go out when it is back.",
    components["p2p_network"] === "stopped" &&
      "The peer network is down: shares wait and are delivered later.",
    components["encryption"] === "locked" &&
      "The keystore is locked: start the node with its password.",
  ].filter((cause) => typeof cause === "string");
  return causes.join(" ") || "A part of the node needs a look; the log says more.";
}

function Checklist() {
  const steps = [
    {
      done: (balances.value.value?.get(NATIVE_TOKEN) ?? "0") !== "0",
      text: "Fund the wallet, so that proofs and payments can be paid for",
      link: "tokens",
    },
    {
      done: (peers.value.value?.length ?? 0) > 0,
      text: "Know a peer: start with INITIAL_PEERS, or give others this node's address",
      link: "network",
    },
    {
      done: (shares.value.value?.length ?? 0) > 0,
      text: "Share a first piece of data",
      link: "data",
    },
  ];
  if (balances.value.value === undefined || steps.every(({ done }) => done)) return null;
  return (
    <Card title="First steps">
      <ol class="plain steps">
        {steps.map(({ done, text, link }) => (
          <li key={link} class={done ? "done" : "open"}>
            <span class="mark" aria-hidden="true">
              {done ? "✓" : "○"}
            </span>
            <a href={`#/${link}`}>{text}</a>
            <span class="unseen">{done ? " (done)" : " (to do)"}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Traffic() {
  const now = stats.value.value;
  const native = balances.value.value?.get(NATIVE_TOKEN);
  const symbol =
    tokens.value.value?.find(({ address }) => address === NATIVE_TOKEN)?.symbol ?? "native";
  const figures = [
    ["Healthy peers", now && `${now.healthy_peers} of ${now.total_peers}`],
    ["Sent", now && bytes(now.data_sent)],
    ["Received", now && bytes(now.data_received)],
    ["Up for", now && duration(now.uptime)],
    ["Balance", native === undefined ? undefined : `${glanceUnits(native, 18)} ${symbol}`],
    ["Shares", shares.value.value && String(shares.value.value.length)],
  ];
  return (
    <Card title="At a glance">
      <dl class="tiles">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? "…"}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Identity() {
  const me = self.value.value;
  const about = info.value.value;
  return (
    <Card title="This node">
      {self.problem.value && <Notice kind="poor">{self.problem.value}</Notice>}
      <dl class="pairs">
        <dt>Wallet</dt>
        <dd>
          {walletAddress.value && <Code text={walletAddress.value} label="wallet address" whole />}
        </dd>
        <dt>Peer id</dt>
        <dd>{me && <Code text={me.node_id} label="peer id" whole />}</dd>
        {me?.multiaddrs.map((address) => (
          <>
            <dt>Reached at</dt>
            <dd>
              <Code text={address} label="address for peers" whole />
            </dd>
          </>
        ))}
        <dt>Version</dt>
        <dd>{health.value.value?.version ?? about?.api_version ?? "…"}</dd>
      </dl>
    </Card>
  );
}
