/** The peers, how they are, and what goes to and from them. */

import {
  Badge,
  bytes,
  Card,
  clockTime,
  Code,
  moment,
  Notice,
  Table,
  useDarkScheme,
} from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";

import "uplot/dist/uPlot.min.css";
import { peers, self, traffic } from "../model/node-state.ts";
import { Reading } from "../parts/reading.tsx";

export function Network() {
  return (
    <>
      <Peers />
      <Card title="Traffic" wide>
        <Plot />
      </Card>
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
  const all = peers.value.value ?? [];
  const list = healthyOnly ? all.filter((peer) => peer.healthy) : all;
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
        <Table
          label="Peers"
          head={["Address", "Peer id", "Health", "Latency", "Success", "Last seen"]}
          numbers={["Latency", "Success"]}
          count={list.length}
          empty="No peer is known. Start the node with INITIAL_PEERS, or give others an address from below."
        >
          {list.map((peer) => (
            <tr key={peer.node_id}>
              <td>
                <Code text={peer.address} label="address" />
              </td>
              <td>
                <Code text={peer.node_id} label="peer id" />
              </td>
              <td>
                <Badge state={peer.healthy ? "healthy" : "unhealthy"} />
              </td>
              <td class="number">
                {peer.latency_ms === null ? "–" : `${peer.latency_ms.toFixed(1)} ms`}
              </td>
              <td class="number">
                {peer.success_rate === null ? "–" : `${Math.round(peer.success_rate * 100)} %`}
              </td>
              <td>{moment(peer.last_seen)}</td>
            </tr>
          ))}
        </Table>
      </Reading>
    </Card>
  );
}

const HEIGHT = 220;
/** Shortest time that the plot shows. */
const SHORTEST_SECONDS = 60;

function Plot() {
  const place = useRef<HTMLDivElement>(null);
  const points = traffic.value;
  const last = points.at(-1);
  const isDark = useDarkScheme();
  useEffect(() => {
    const element = place.current;
    if (element === null || points.length < 2) return;
    const plot = new UPlot(optionsFor(element), columnsOf(points), element);
    const watch = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [points, isDark]);
  return (
    <>
      <div
        ref={place}
        class="plot"
        role="img"
        aria-label={
          last === undefined
            ? "No traffic was measured yet."
            : `Sent ${bytes(last.sent)} and received ${bytes(last.received)} since the node's start.`
        }
      />
      {points.length < 2 && <p class="hint">The plot begins with the second measurement.</p>}
    </>
  );
}

function optionsFor(element: HTMLElement): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    series: [
      {},
      { label: "sent", stroke: color("--accent"), width: 2 },
      { label: "received", stroke: color("--second"), width: 2, dash: [6, 3] },
    ],
    // A minute at least: ticks of a few milliseconds tell nobody anything.
    scales: {
      x: { range: (_, oldest, newest) => [Math.min(oldest, newest - SHORTEST_SECONDS), newest] },
    },
    legend: { live: false },
    axes: [
      { ...axis, space: 90, values: (_, values) => values.map(clockTime) },
      { ...axis, size: 70, values: (_, values) => values.map(bytes) },
    ],
  };
}

function columnsOf(points: typeof traffic.value): UPlot.AlignedData {
  return [
    points.map(({ time }) => time),
    points.map(({ sent }) => sent),
    points.map(({ received }) => received),
  ];
}
