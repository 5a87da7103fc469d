/** The growth of several runs over one axis of time. */

import { useMemo } from "preact/hooks";

import { signedPercent } from "../model/numbers.ts";
import { LineNames, LinesPlot, type PlotLine } from "./lines-plot.tsx";
import { percentTexts } from "./ticks.ts";

/** Growth since the first time, a fraction, in the colour of its place among those compared. */
export type Growth = PlotLine;

const HEIGHT = 340;

export function GrowthPlot({ lines }: { readonly lines: readonly Growth[] }) {
  const names = lines.map(({ name }) => name).join(", ");
  const kept = useMemo(() => lines, [names]);
  return (
    <>
      <LineNames lines={lines} last={signedPercent} />
      <LinesPlot
        lines={kept}
        height={HEIGHT}
        texts={percentTexts}
        label={`Growth of ${names}; the table below has the figures.`}
      />
    </>
  );
}
