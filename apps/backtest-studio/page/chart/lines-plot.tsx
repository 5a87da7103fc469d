/** Lines over one axis of time. */

import { watchLook } from "@bourse/ui";
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";

import { paletteOf, seriesColour } from "./draw.ts";
import { createGutter } from "./gutter.ts";
import { frame } from "./plots.ts";
import { tickTexts } from "./ticks.ts";

export interface PlotLine {
  /** Place of its colour among those of lines, 0–5. */
  readonly index: number;
  readonly name: string;
  /** Times in seconds, rising. */
  readonly time: ArrayLike<number>;
  /** Values; NaN where there is none. */
  readonly value: ArrayLike<number>;
}

interface LinesPlotProps {
  readonly lines: readonly PlotLine[];
  readonly height: number;
  /** Description for those who do not see it. */
  readonly label: string;
  /** Texts of the values on the axis. Default: plain numbers. */
  readonly texts?: (ticks: readonly number[]) => readonly string[];
  /** True to fill what lies between the line and zero. */
  readonly isFilled?: boolean;
}

export function LinesPlot({ lines, height, label, texts, isFilled = false }: LinesPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || lines.length === 0) return undefined;
    let palette = paletteOf();
    const gutter = createGutter(() => queueMicrotask(() => plot.redraw(false, true)));
    const plot = new UPlot(
      {
        ...frame(element, {
          height,
          palette: () => palette,
          gutter,
          hasDates: true,
          texts: texts ?? tickTexts,
        }),
        series: [
          {},
          ...lines.map(({ index, name }, at) => ({
            label: name,
            width: at === 0 ? 2 : 1.5,
            // A dash tells the second line from the first without its colour.
            ...(at % 2 === 1 && { dash: [6, 3] }),
            spanGaps: true,
            points: { show: false },
            stroke: () => seriesColour(index),
            ...(isFilled && { fill: () => palette.band, fillTo: 0 }),
          })),
        ],
        scales: { x: { time: true } },
      },
      UPlot.join(lines.map(({ time, value }) => [Array.from(time), Array.from(value, known)])),
      element,
    );
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    const endLook = watchLook(() => {
      palette = paletteOf();
      plot.redraw();
    });
    return () => {
      sizes.disconnect();
      endLook();
      plot.destroy();
    };
  }, [lines]);
  return <div ref={place} class={`plot high-${height}`} role="img" aria-label={label} />;
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Names of lines with their colours, and what each came to. */
export function LineNames({
  lines,
  last,
}: {
  readonly lines: readonly PlotLine[];
  readonly last: (value: number) => string;
}) {
  return (
    <p class="readout">
      {lines.map(({ index, name, value }, at) => (
        <span key={name} class={`series series-${index}`}>
          <i class={at % 2 === 1 ? "way loss" : "way"} /> <bdi>{name}</bdi>{" "}
          {last(value[value.length - 1] ?? 0)}
        </span>
      ))}
    </p>
  );
}
