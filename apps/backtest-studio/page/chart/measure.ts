/** Measuring on the plot of the price: from one place to another, the change in price, per cent, candles and time. */

import { fixed } from "@bourse/ui/numeral";
import type UPlot from "uplot";

import { count, minutes, signedPercent } from "../model/numbers.ts";
import { digitsOf } from "./ticks.ts";

/** A place on the plot. */
export interface ChartPoint {
  readonly seconds: number;
  readonly price: number;
}

/** `+120.5 (+2.41 %) · 25 candles · 1 d 1 h`. `candle` is the length of a candle in seconds. */
export function measureText(from: ChartPoint, to: ChartPoint, candle: number): string {
  const change = to.price - from.price;
  const digits = digitsOf(Math.max(Math.abs(from.price), Math.abs(to.price)) / 1e6);
  const share = from.price > 0 ? ` (${signedPercent(change / from.price)})` : "";
  const seconds = to.seconds - from.seconds;
  const candles = Math.round(seconds / candle);
  const sign = seconds < 0 ? "−" : "";
  return `${change > 0 ? "+" : ""}${fixed(change, digits)}${share} · ${sign}${count(Math.abs(candles))} candles · ${sign}${minutes(Math.abs(seconds) / 60)}`;
}

export interface Measure {
  /** Begins at a place. */
  begin(at: ChartPoint): void;
  /** Moves the other end. */
  reach(at: ChartPoint): void;
  end(): void;
  readonly isOpen: boolean;
  /** Draws it anew where the view has moved. */
  redraw(): void;
}

/** `onText` is told what is measured, undefined when it ends. */
export function createMeasure(
  plot: UPlot,
  candle: number,
  onText: (text: string | undefined) => void,
): Measure {
  const box = document.createElement("div");
  box.className = "measure";
  const words = document.createElement("span");
  box.append(words);
  let from: ChartPoint | undefined;
  let to: ChartPoint | undefined;
  const redraw = (): void => {
    if (from === undefined || to === undefined) return;
    const [x1, x2] = [from, to].map(({ seconds }) => plot.valToPos(seconds, "x")) as [
      number,
      number,
    ];
    const [y1, y2] = [from, to].map(({ price }) => plot.valToPos(price, "y")) as [number, number];
    box.style.left = `${Math.min(x1, x2)}px`;
    box.style.top = `${Math.min(y1, y2)}px`;
    box.style.width = `${Math.abs(x2 - x1)}px`;
    box.style.height = `${Math.abs(y2 - y1)}px`;
    box.classList.toggle("falls", to.price < from.price);
    box.classList.toggle("near-left", (x1 + x2) / 2 < 130);
    box.classList.toggle("near-right", (x1 + x2) / 2 > plot.over.clientWidth - 130);
    box.classList.toggle("near-top", Math.min(y1, y2) < 28);
  };
  const tell = (): void => {
    if (from === undefined || to === undefined) return;
    words.textContent = measureText(from, to, candle);
    onText(words.textContent);
    redraw();
  };
  return {
    begin(at) {
      [from, to] = [at, at];
      plot.over.append(box);
      tell();
    },
    reach(at) {
      to = at;
      tell();
    },
    end() {
      [from, to] = [undefined, undefined];
      box.remove();
      onText(undefined);
    },
    get isOpen() {
      return from !== undefined;
    },
    redraw,
  };
}

/** A drag with Shift held, or any drag while `isOn`, measures instead of moving the view. */
export function listenToMeasure(plot: UPlot, measure: Measure, isOn: () => boolean): void {
  const { over } = plot;
  let pointer: number | undefined;
  const at = ({ clientX, clientY }: PointerEvent): ChartPoint => {
    const { left, top } = over.getBoundingClientRect();
    return {
      seconds: plot.posToVal(clientX - left, "x"),
      price: plot.posToVal(clientY - top, "y"),
    };
  };
  const capture = { capture: true };
  over.addEventListener(
    "pointerdown",
    (event) => {
      if (!event.shiftKey && !isOn()) return measure.end();
      event.stopImmediatePropagation();
      pointer = event.pointerId;
      over.setPointerCapture(pointer);
      measure.begin(at(event));
      return undefined;
    },
    capture,
  );
  over.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== pointer) return;
      event.stopImmediatePropagation();
      measure.reach(at(event));
    },
    capture,
  );
  for (const end of ["pointerup", "pointercancel"] as const) {
    over.addEventListener(end, (event) => {
      if (event.pointerId === pointer) pointer = undefined;
    });
  }
}
