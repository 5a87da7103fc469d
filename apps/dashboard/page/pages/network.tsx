/** The peers, how they are, and what goes to and from them. */

import type { Peer } from "@bourse/contract/node";
import {
  Badge,
  Card,
  Code,
  everyDigit,
  moment,
  Notice,
  numeral,
  Opener,
  Percent,
  Record,
  Rounded,
  rowColumns,
  short,
  VirtualTable,
  type RowColumn,
} from "@bourse/ui";
import { useMemo, useState } from "preact/hooks";

import { peers, self } from "../model/node-state.ts";
import { HistoryCard } from "../parts/history-card.tsx";
import { Reading } from "../parts/reading.tsx";

export function Network() {
  return (
    <>
      <Peers />
      <HistoryCard title="Traffic" isTraffic />
      <Card title="Reaching this node">
        {self.value.value?.multiaddrs.map((address) => (
          <p key={address} class="breaking">
            <Code text={address} label="address for peers" whole />
          </p>
        ))}
        <p class="hint">Another node joins when one of these stands in its INITIAL_PEERS.</p>
      </Card>
    </>
  );
}

function Peers() {
  const [healthyOnly, setHealthyOnly] = useState(false);
  const all = peers.value.value ?? NONE;
  const [opened, open] = useState<Peer>();
  const list = useMemo(
    () => (healthyOnly ? all.filter((peer) => peer.healthy) : all),
    [all, healthyOnly],
  );
  // The same columns leave drawn rows as they are.
  const columns = useMemo(() => rowColumns(list, [addressColumn(open), ...COLUMNS]), [list]);
  const [chosen, setChosen] = useState<number>();
  return (
    <Card
      title="Peers"
      wide
      aside={
        <label class="check">
          <input
            type="checkbox"
            checked={healthyOnly}
            onChange={(event) => setHealthyOnly(event.currentTarget.checked)}
          />
          healthy only
        </label>
      }
    >
      {peers.problem.value && <Notice kind="poor">{peers.problem.value}</Notice>}
      <Reading of={[peers]}>
        <VirtualTable
          label="Peers"
          isStacking
          columns={columns}
          count={list.length}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={(index) => open(list[index])}
          empty={
            <p class="hint">
              No peer is known. Start the node with INITIAL_PEERS, or give others an address from
              below.
            </p>
          }
        />
      </Reading>
      {opened && (
        <Record
          title={`Peer ${short(opened.address)}`}
          facts={factsOf(opened)}
          onClose={() => open(undefined)}
        />
      )}
    </Card>
  );
}

const NONE: readonly Peer[] = [];

/** The address opens its peer, which has it whole. */
function addressColumn(onOpen: (peer: Peer) => void): RowColumn<Peer> {
  const cell = (peer: Peer) => (
    <Opener onOpen={() => onOpen(peer)}>
      <code title={peer.address}>{short(peer.address)}</code>
    </Opener>
  );
  return { head: "Address", width: 8, cell };
}

const COLUMNS: readonly RowColumn<Peer>[] = [
  { head: "Peer id", width: 11, cell: ({ node_id: id }) => <Code text={id} label="peer id" /> },
  { head: "Health", width: 7, cell: healthOf },
  { head: "Latency", width: 6, isNumber: true, cell: latencyOf },
  { head: "Success", width: 6, isNumber: true, cell: successOf },
  { head: "Dialled by", width: 7, cell: dialledBy },
  { head: "Version", width: 16, cell: ({ version }) => version ?? "–" },
  { head: "Connected at", width: 22, cell: ({ remote_address: at }) => at ?? "not connected" },
  { head: "Last seen", width: 13, cell: lastSeen },
];

function factsOf(peer: Peer) {
  const { address, node_id: id, version, remote_address: at, multiaddrs = [] } = peer;
  return [
    ["Address", <Code key="address" text={address} label="address" whole />],
    ["Peer id", <Code key="id" text={id} label="peer id" whole />],
    ["Health", healthOf(peer)],
    ["Latency", latencyOf(peer)],
    ["Tries that succeed", successOf(peer)],
    ["Dialled by", dialledBy(peer)],
    ["Version", version ?? "–"],
    ["Connected at", at ?? "not connected"],
    ["Last seen", lastSeen(peer)],
    ["Reached at", multiaddrs.map((one) => <div key={one}>{one}</div>)],
  ] as const;
}

function healthOf({ healthy }: Peer) {
  return <Badge state={healthy ? "healthy" : "unhealthy"} />;
}

function latencyOf({ latency_ms: milliseconds }: Peer) {
  return milliseconds === null ? (
    "–"
  ) : (
    <Rounded text={`${numeral(milliseconds, 1)} ms`} whole={`${everyDigit(milliseconds)} ms`} />
  );
}

const DIALLED = { outbound: "this node", inbound: "the peer", none: "–" } as const;

function dialledBy({ direction }: Peer): string {
  return DIALLED[direction ?? "none"];
}

function successOf({ success_rate: rate }: Peer) {
  return <Percent of={rate} digits={0} />;
}

function lastSeen({ last_seen: at }: Peer): string {
  return at === null ? "never" : moment(at);
}
