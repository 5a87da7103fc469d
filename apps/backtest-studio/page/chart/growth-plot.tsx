/** The growth of several runs over one axis of time. */

import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";

import { signedPercent } from "../model/numbers.ts";
import { paletteOf, seriesColour } from "./draw.ts";
import { frame } from "./plots.ts";

export interface Growth {
  /** Place of the run among those compared, which gives its colour. */
  readonly index: number;
  readonly name: string;
  /** Times in seconds, rising. */
  readonly time: readonly number[];
  /** Growth since the first time, a fraction. */
  readonly value: readonly number[];
}

const HEIGHT = 340;

export function GrowthPlot({ lines }: { readonly lines: readonly Growth[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || lines.length === 0) return undefined;
    let palette = paletteOf();
    const plot = new UPlot(
      {
        ...frame(
          element,
          HEIGHT,
          () => palette,
          true,
          (value) => `${Math.round(value * 1000) / 10} %`,
        ),
        series: [
          {},
          ...lines.map(({ index, name }) => ({
            label: name,
            width: 2,
            spanGaps: true,
            points: { show: false },
            stroke: () => seriesColour(index),
          })),
        ],
        scales: { x: { time: true } },
      },
      UPlot.join(lines.map(({ time, value }) => [[...time], [...value]])),
      element,
    );
    const sizes = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    sizes.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const repaint = (): void => {
      palette = paletteOf();
      plot.redraw();
    };
    dark.addEventListener("change", repaint);
    return () => {
      sizes.disconnect();
      dark.removeEventListener("change", repaint);
      plot.destroy();
    };
  }, [lines.map(({ name }) => name).join()]);
  return (
    <>
      <p class="readout">
        {lines.map(({ index, name, value }) => (
          <span key={name} class={`series series-${index}`}>
            {name} {signedPercent(value.at(-1))}
          </span>
        ))}
      </p>
      <div
        ref={place}
        class="growth"
        role="img"
        aria-label={`Growth of ${lines.map(({ name }) => name).join(", ")}; the table below has the figures.`}
      />
    </>
  );
}
