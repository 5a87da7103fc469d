/** Health of the node with its reasons, and the steps that remain on a new one. */

import {
  Badge,
  bytes,
  Card,
  clockTime,
  Code,
  count,
  duration,
  moment,
  Notice,
  spaced,
  Tile,
  type Loaded,
} from "@bourse/ui";

import { describe, describeWhole, isPeriodic } from "../model/describe-event.ts";
import { connection, events } from "../model/live.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import {
  walletAddress,
  balances,
  health,
  info,
  isOpen,
  nativeToken,
  peers,
  received,
  recent,
  self,
  shares,
  stats,
  transactions,
} from "../model/node-state.ts";
import { formatUnits, glanceUnits } from "../model/units.ts";
import { HistoryCard } from "../parts/history-card.tsx";
import { Reading } from "../parts/reading.tsx";

export function Overview() {
  return (
    <>
      <div class="stack">
        <Status />
        <Identity />
      </div>
      <div class="stack">
        <Figures />
        <Checklist />
        <Recorded />
      </div>
      <Latest />
      <HistoryCard title="History" />
    </>
  );
}

function Status() {
  const state = health.value.value;
  const problem = health.problem.value;
  return (
    <Card title="Health" aside={state && <Badge state={state.status} />}>
      {problem && <Notice kind="poor">{problem}</Notice>}
      <Reading of={[health]} />
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
      "The chain has not answered for ten seconds. If it has answered since the node started, new transfers and shares wait in the queue on the page Tokens and go out once, when it is back; shares that are paid in an ERC-20 are refused meanwhile. Otherwise all are refused, and nothing is kept.",
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
      done: (shares.value.value?.count ?? 0) > 0,
      text: "Share a first piece of data",
      link: "data",
    },
  ];
  // A step is open only where the node has said so.
  const known = [balances, peers, shares];
  if (known.some(({ value }) => value.value === undefined)) return <Reading of={known} />;
  if (steps.every(({ done }) => done)) return null;
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

interface Figure {
  readonly name: string;
  readonly from: Pick<Loaded<unknown>, "problem">;
  /** Text of the figure; undefined until it is known. */
  readonly text?: string | undefined;
  readonly whole?: string | undefined;
}

function Figures() {
  const now = stats.value.value;
  const native = balances.value.value?.get(NATIVE_TOKEN);
  const symbol = nativeToken.value?.symbol ?? "native";
  const size = (of: number | undefined): Partial<Figure> =>
    of === undefined ? {} : { text: bytes(of), whole: `${count(of)} bytes` };
  const number = (of: number | undefined): Partial<Figure> => ({
    text: of === undefined ? of : count(of),
  });
  const figures: readonly Figure[] = [
    {
      name: "Healthy peers",
      from: stats,
      text: now && `${count(now.healthy_peers)} of ${count(now.total_peers)}`,
    },
    { name: "Sent since the start", from: stats, ...size(now?.data_sent) },
    { name: "Received since the start", from: stats, ...size(now?.data_received) },
    { name: "Up for", from: stats, text: now && duration(now.uptime) },
    { name: "Shares", from: shares, ...number(shares.value.value?.count) },
    { name: "Received shares", from: received, ...number(received.value.value?.total) },
    {
      name: "Open transactions",
      from: transactions,
      ...number(transactions.value.value?.filter(isOpen).length),
    },
    // The last one: it comes from the chain, later than the others, and may take two lines.
    {
      name: "Balance",
      from: balances,
      text: native && `${glanceUnits(native, 18)} ${symbol}`,
      whole: native && `${formatUnits(native, 18)} ${symbol}`,
    },
  ];
  return (
    <Card title="At a glance">
      <dl class="tiles">
        {figures.map(({ name, from, text, whole }) => (
          <Tile
            key={name}
            name={name}
            value={text ?? (from.problem.value === undefined ? "…" : "not read")}
            whole={whole}
          />
        ))}
      </dl>
    </Card>
  );
}

const LATEST = 6;

function Latest() {
  const list = events.value.filter((event) => !isPeriodic(event)).slice(0, LATEST);
  return (
    <Card title="Latest events" aside={<a href="#/events">all</a>}>
      {list.length === 0 && (
        <p class="hint">
          {connection.value === "connected"
            ? "No event yet."
            : "Not read: the event stream is not connected."}
        </p>
      )}
      <ol class="plain events brief">
        {list.map((event) => (
          <li key={event.id ?? `${event.timestamp}${event.type}`}>
            <time dateTime={new Date(event.timestamp * 1000).toISOString()}>
              {clockTime(event.timestamp)}
            </time>
            <span title={describeWhole(event)}>{describe(event)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Recorded() {
  const list = recent.value.value;
  return (
    <Card title="Latest records on the chain" aside={<a href="#/compliance">all</a>}>
      {recent.problem.value && <Notice kind="poor">{recent.problem.value}</Notice>}
      <Reading of={[recent]} />
      {list?.length === 0 && <p class="hint">The chain holds no record yet.</p>}
      <ul class="plain">
        {list?.map((record) => (
          <li key={`${record.tx_hash}${record.data_hash}`} class="row">
            <span>
              {record.event_type} <Code text={record.data_hash} label="data hash" />
            </span>
            <span class="hint">{moment(record.timestamp)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Identity() {
  const me = self.value.value;
  const about = info.value.value;
  return (
    <Card title="This node">
      {self.problem.value && <Notice kind="poor">{self.problem.value}</Notice>}
      <Reading of={[self]}>
        <dl class="pairs">
          <dt>Wallet</dt>
          <dd>
            {walletAddress.value && (
              <Code text={walletAddress.value} label="wallet address" whole />
            )}
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
      </Reading>
    </Card>
  );
}
