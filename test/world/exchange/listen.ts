/** A series of a world that a test follows, with all that it was told. */

import { onTestFinished } from "vitest";

import type { StreamNews } from "../../../packages/trading-core/src/streams/index.ts";
import type { StreamWorld } from "./stream-world.ts";

/** Steps of a second after which a test fails. */
const MOST_STEPS = 5_000;

export class Listening {
  readonly news: StreamNews[] = [];
  readonly #world: StreamWorld;
  readonly #stopping = new AbortController();
  readonly #outcome: Promise<void>;

  constructor(world: StreamWorld, symbol: string) {
    this.#world = world;
    this.#outcome = this.#collect(symbol);
  }

  get kinds(): string[] {
    return this.news.map(({ kind }) => kind);
  }

  get sources(): string[] {
    return this.news.flatMap((each) => (each.kind === "candle" ? [each.source] : []));
  }

  get times(): number[] {
    return this.news.flatMap((each) => (each.kind === "candle" ? [each.candle.time] : []));
  }

  /** Lets time pass second by second until it is so. */
  async until(isSo: (listening: this) => boolean): Promise<void> {
    for (let step = 0; !isSo(this); step += 1) {
      if (step >= MOST_STEPS) throw new Error(`It is not so after ${step} s: ${this.kinds.join()}`);
      await this.#world.pass(1_000);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#outcome;
  }

  async #collect(symbol: string): Promise<void> {
    const { stream, interval } = this.#world;
    const now = this.#world.now();
    const series = { symbol, interval, after: Math.floor(now / 60_000) * 60_000 - 1 };
    for await (const news of stream.follow(series, this.#stopping.signal)) this.news.push(news);
  }
}

/** Follows a symbol of the world from now on; the world is closed behind the test. */
export function listen(world: StreamWorld, symbol: string): Listening {
  onTestFinished(() => world.close());
  return new Listening(world, symbol);
}
