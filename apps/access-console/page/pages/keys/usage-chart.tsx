/** Requests of a key in each hour or day as bars: admitted ones filled, refused ones hollow above them. */

import type { KeyUsage } from "@bourse/client/auth";
import { count, dayOfUtc, localTick, moment, zoneAt } from "@bourse/ui";

import { barsOf, type Bar, type Span, ticksOf } from "./usage-steps.ts";

interface UsageChartProps {
  readonly rows: readonly KeyUsage[];
  readonly span: Span;
  /** Unix milliseconds. */
  readonly now: number;
}

export function UsageChart({ rows, span, now }: UsageChartProps) {
  const bars = barsOf(rows, span, now);
  const all = bars.reduce((sum, { requests }) => sum + requests, 0);
  const refused = bars.reduce((sum, bar) => sum + bar.refused, 0);
  const ticks = ticksOf(Math.max(...bars.map((bar) => bar.requests + bar.refused)));
  const top = ticks.at(-1) ?? 1;
  const unit = `Requests per ${span.per}`;
  const told = `${count(all)} admitted, ${count(refused)} refused in ${span.title}`;
  return (
    <figure class="usage">
      <figcaption>
        <span>
          {unit}, {span.per === "day" ? "days of UTC" : `hours in ${zoneAt(now)}`}
        </span>
        <span class="legend">
          <i class="bar" /> admitted <i class="bar refused" /> refused by a limit
        </span>
        <strong>{told}</strong>
      </figcaption>
      <div class="scale" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{count(tick)}</span>
        ))}
      </div>
      <svg role="img" aria-label={`${unit}: ${told}`} preserveAspectRatio="none">
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2="100%"
            y1={share(top - tick, top)}
            y2={share(top - tick, top)}
          />
        ))}
        {bars.map((bar, at) => (
          <Column key={bar.at} bar={bar} at={at} steps={bars.length} top={top} span={span} />
        ))}
      </svg>
      <div class="times" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>
            {tickOf(bars[Math.round(part * (bars.length - 1))]?.at ?? now, span)}
          </span>
        ))}
      </div>
    </figure>
  );
}

interface ColumnProps {
  readonly bar: Bar;
  readonly at: number;
  readonly steps: number;
  readonly top: number;
  readonly span: Span;
}

function Column({ bar: { at: time, requests, refused }, at, steps, top, span }: ColumnProps) {
  const place = { x: share(at + 0.1, steps), width: share(0.8, steps) };
  const when = span.per === "day" ? `${dayOfUtc(time)} UTC` : moment(time / 1000);
  const words = `${when}: ${count(requests)} admitted, ${count(refused)} refused`;
  return (
    <g>
      <title>{words}</title>
      <rect class="room" x={share(at, steps)} width={share(1, steps)} y="0" height="100%" />
      <rect class="bar" {...place} y={share(top - requests, top)} height={share(requests, top)} />
      <rect
        class="bar refused"
        {...place}
        y={share(top - requests - refused, top)}
        height={share(refused, top)}
      />
    </g>
  );
}

function share(part: number, whole: number): string {
  return `${(100 * part) / whole}%`;
}

function tickOf(at: number, { per, count: steps }: Span): string {
  return per === "day" ? dayOfUtc(at) : localTick(at, steps > 24);
}
