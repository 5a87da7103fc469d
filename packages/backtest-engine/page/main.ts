// The page's data has at least two candles, so `!` on them only satisfies the type checker.

/** Puts a chart that zooms in the place of the static picture of the price, and of the lines below it. */

import { price } from "@bourse/kernel/figures";
import type UPlot from "uplot";

import { buttons, createView, listenTo } from "./gestures.ts";
import { linePlot, pricePlot } from "./plots.ts";
import { readPriceData, type PriceData } from "./price-data.ts";

const HINT = "Drag to move, Ctrl + wheel or pinch to zoom, double-click for all.";

const data = readPriceData();
const figure = document.getElementById("price");
if (data !== undefined && figure !== null && data.time.length > 1) start(figure, data);

function start(chart: HTMLElement, columns: PriceData): void {
  const { time } = columns;
  const readout = document.createElement("p");
  readout.className = "readout";
  const plots: UPlot[] = [];
  const candle = (time.at(-1)! - time[0]!) / (time.length - 1);
  const whole = { min: time[0]! - candle / 2, max: time.at(-1)! + candle / 2 };
  const view = createView(whole, candle, (span) => {
    for (const plot of plots) plot.setScale("x", span);
    chart.dataset["from"] = String(Math.round(span.min));
    chart.dataset["to"] = String(Math.round(span.max));
  });
  plots.push(
    pricePlot(replace(chart), columns, (index) => {
      readout.textContent = `${textOf(columns, index)} ${HINT}`;
    }),
  );
  for (const [k, line] of columns.below.entries()) {
    const place = document.getElementById(`below-${k}`);
    if (place !== null) plots.push(linePlot(replace(place), columns, line, k));
  }
  chart.querySelector("figcaption")?.append(buttons(view));
  // The legend of the picture says how many candles it joins to one; here it depends on the zoom.
  const rise = chart.querySelector(".legend .rise");
  if (rise !== null) rise.textContent = "rise";
  chart.append(readout);
  for (const plot of plots) listenTo(plot, view);
  view.reset();
  const redraw = (): void => {
    for (const plot of plots) plot.redraw(false, true);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("resize", () => {
    for (const plot of plots) {
      const place = plot.root.parentElement;
      if (place !== null) plot.setSize({ width: place.clientWidth, height: place.clientHeight });
    }
  });
}

/** Hides the static picture, which stays for paper, and returns the place of the plot. */
function replace(place: HTMLElement): HTMLElement {
  const picture = place.querySelector(".plot");
  const live = document.createElement("div");
  live.className = "live";
  live.setAttribute("role", "img");
  live.setAttribute("aria-label", picture?.querySelector("svg")?.getAttribute("aria-label") ?? "");
  picture?.after(live);
  picture?.classList.add("replaced");
  return live;
}

function textOf({ time, open, high, low, close }: PriceData, k: number): string {
  const [o, h, l, c] = [open[k]!, high[k]!, low[k]!, close[k]!].map((value) => price(value));
  const moment = new Date(time[k]! * 1000).toISOString().slice(0, 16).replace("T", " ");
  return `${moment} UTC: open ${o}, high ${h}, low ${l}, close ${c}.`;
}
