// Two sliders drive a backtest in a Web Worker; the newest values win.
import { createBacktestPool, resultHash } from "@bourse/backtest-engine/browser";
import type { BacktestResult } from "@bourse/backtest-engine/browser";

import { simulatedCandles } from "./candles.ts";

const byId = (id: string): HTMLElement => document.getElementById(id)!;
const [fast, slow] = [byId("fast"), byId("slow")] as HTMLInputElement[];
const canvas = byId("equity") as HTMLCanvasElement;

const candles = simulatedCandles(100_000);
const pool = createBacktestPool({
  worker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
});
const newest = pool.newest();
const shownAt: number[] = [];
let frame = 0;
let hashing: ReturnType<typeof setTimeout> | undefined;

async function run(): Promise<void> {
  const parameters = {
    fast_period: Number(fast!.value),
    slow_period: Number(slow!.value),
  };
  byId("fast-shown").textContent = fast!.value;
  byId("slow-shown").textContent = slow!.value;
  const rules = { direction: "both", fee: 0.0001, slippage: 0.00005 } as const;
  const options = { strategy: "ma_crossover", parameters, ...rules };
  try {
    const result = await newest(candles, options);
    // Undefined: a newer value has taken the place of this one.
    if (result !== undefined) show(result);
  } catch (error) {
    byId("fault").textContent = String(error);
  }
}

function show(result: BacktestResult): void {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  byId("return").textContent = percent(result.totalReturn);
  byId("drawdown").textContent = percent(result.maxDrawdown);
  byId("trades").textContent = String(result.totalTrades);
  byId("time").textContent = `${result.elapsedMilliseconds.toFixed(1)} ms`;
  const now = performance.now();
  shownAt.push(now);
  while (shownAt[0]! < now - 1000) shownAt.shift();
  byId("rate").textContent = String(shownAt.length);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => draw(result.equity));
  clearTimeout(hashing);
  // Not as one drags: the hash of so many numbers takes longer than the run.
  hashing = setTimeout(() => {
    byId("hash").textContent = resultHash(result);
  }, 200);
}

/** Draws the lowest and highest value of each column of pixels. */
function draw(equity: Float64Array): void {
  const context = canvas.getContext("2d")!;
  const { width, height } = canvas;
  const [bottom, top] = boundsOf(equity, 0, equity.length);
  const y = (value: number): number =>
    height - 2 - ((value - bottom) / (top - bottom || 1)) * (height - 4);
  context.clearRect(0, 0, width, height);
  context.strokeStyle = "#2f7de1";
  context.lineWidth = 2;
  context.beginPath();
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x * equity.length) / width);
    const to = Math.floor(((x + 1) * equity.length) / width);
    const [low, high] = boundsOf(equity, from, to);
    context.lineTo(x, y(low));
    context.lineTo(x, y(high));
  }
  context.stroke();
}

function boundsOf(line: Float64Array, from: number, to: number): [number, number] {
  let [low, high] = [line[from]!, line[from]!];
  for (let i = from + 1; i < to; i++) {
    const value = line[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

for (const slider of [fast!, slow!]) {
  slider.addEventListener("input", () => void run());
}
void run();
