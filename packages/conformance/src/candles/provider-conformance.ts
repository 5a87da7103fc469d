/** Suite of the candle provider port, for any test runner. */

import assert from "node:assert/strict";

import { isClosed, type Candles, type Interval } from "@bourse/backtest-engine/data";
import { hasCode } from "@bourse/kernel";
import {
  type CandleProvider,
  type CandleReply,
  type CandleRequest,
} from "@bourse/trading-core/market-data";

import { declareCases, type ConformanceCase } from "../declare-cases.ts";

/** A provider opened for one case, and the series that the suite reads. */
export interface ProviderUnderTest {
  /** The provider. */
  readonly provider: CandleProvider;
  /** Symbol of a series that holds at least 30 closed candles before `now`. */
  readonly symbol: string;
  /** Interval of the series. */
  readonly interval: Interval;
  /** Well-formed symbol that the provider does not know. */
  readonly unknownSymbol: string;
  /** Time of the provider's clock in epoch milliseconds; the clock stands still. */
  readonly now: number;
  /** Releases the provider after the case. */
  close?(): Promise<void>;
}

/** Options of {@link providerConformance}. */
export interface ProviderConformanceOptions {
  /** The runner's function that declares a case: `test` of vitest, node:test and the like. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** Opens a fresh provider over the same data for each case. */
  readonly open: () => Promise<ProviderUnderTest>;
}

/** Declares the suite's cases. They use `node:assert` and need no other library. @throws KernelError OPTION_INVALID */
export function providerConformance(options: ProviderConformanceOptions): void {
  declareCases("providerConformance", options, CASES);
}

const CASES: readonly ConformanceCase<ProviderUnderTest>[] = [
  ["candles come oldest first and obey the rules", obeyTheRules],
  ["the newest candles of the range are the ones given", giveTheNewest],
  ["a candle that is still open is never given", giveClosedOnly],
  ["the start is inclusive and the end exclusive, to the millisecond", honourBounds],
  ["the same question has the same answer, in memory of the caller's own", answerAlike],
  ["an empty range is an empty answer", answerEmptyRange],
  ["limits and times out of bounds are refused with OPTIONS_INVALID", refuseBadBounds],
  ["an unknown symbol is refused with SYMBOL_UNKNOWN", refuseUnknownSymbol],
  ["a symbol that could leave its folder is refused with SYMBOL_UNKNOWN", refuseOddSymbols],
  ["an aborted request rejects with the signal's reason", honourAbort],
  ["symbols are sorted, each once, and hold the series' own", listSymbols],
];

async function obeyTheRules(subject: ProviderUnderTest): Promise<void> {
  const { candles, exchange, warnings } = await ask(subject, { limit: 30 });
  assert.equal(exchange, subject.provider.exchange);
  assert.ok(Array.isArray(warnings));
  assert.equal(candles.length, 30, "the series must hold 30 candles");
  const columns = [candles.time, candles.open, candles.high, candles.low, candles.close];
  for (const column of [...columns, candles.volume]) assert.equal(column.length, candles.length);
  for (let index = 0; index < candles.length; index += 1) {
    const [time, open, high, low, close] = columns.map((column) => column[index]!);
    assert.ok(index === 0 || time! > candles.time[index - 1]!, `row ${index}: times must increase`);
    assert.ok(low! > 0 && Number.isFinite(high), `row ${index}: prices must be finite, positive`);
    assert.ok(
      low! <= Math.min(open!, close!) && high! >= Math.max(open!, close!),
      `row ${index}: low ≤ open, close ≤ high`,
    );
    const volume = candles.volume[index]!;
    assert.ok(Number.isFinite(volume) && volume >= 0, `row ${index}: volume must be finite, ≥ 0`);
  }
}

async function giveTheNewest(subject: ProviderUnderTest): Promise<void> {
  const { candles: all } = await ask(subject, { limit: 30 });
  const { candles: some } = await ask(subject, { limit: 7 });
  assert.deepEqual(some.time, all.time.slice(-7));
  const { candles: one } = await ask(subject, { limit: 1 });
  assert.deepEqual(rows(one), rows(all).slice(-1));
}

async function giveClosedOnly(subject: ProviderUnderTest): Promise<void> {
  for (const endTime of [undefined, subject.now, subject.now + 10 * 366 * 86_400_000]) {
    const { candles } = await ask(subject, { limit: 3, ...(endTime && { endTime }) });
    for (const time of candles.time) assert.ok(isClosed(subject.interval, time, subject.now));
  }
}

async function honourBounds(subject: ProviderUnderTest): Promise<void> {
  const { candles } = await ask(subject, { limit: 30 });
  const all = rows(candles);
  for (const [from, to] of [
    [0, 29],
    [3, 17],
    [28, 29],
  ] as const) {
    const startTime = candles.time[from]!;
    const endTime = candles.time[to]!;
    const exact = await ask(subject, { limit: 100, startTime, endTime });
    assert.deepEqual(rows(exact.candles), all.slice(from, to));
    const later = await ask(subject, {
      limit: 100,
      startTime: startTime + 1,
      endTime: endTime + 1,
    });
    assert.deepEqual(rows(later.candles), all.slice(from + 1, to + 1));
    const newest = await ask(subject, { limit: 1, startTime, endTime });
    assert.deepEqual(rows(newest.candles), all.slice(to - 1, to));
  }
}

async function answerAlike(subject: ProviderUnderTest): Promise<void> {
  const first = await ask(subject, { limit: 10 });
  const before = rows(first.candles);
  first.candles.close.fill(-1);
  first.candles.time.fill(-1);
  structuredClone(first.candles.open, { transfer: [first.candles.open.buffer as ArrayBuffer] });
  const second = await ask(subject, { limit: 10 });
  assert.deepEqual(rows(second.candles), before);
}

async function answerEmptyRange(subject: ProviderUnderTest): Promise<void> {
  const { candles } = await ask(subject, { limit: 2 });
  const [before, last] = candles.time;
  const between = await ask(subject, { limit: 5, startTime: before! + 1, endTime: last! });
  assert.equal(between.candles.length, 0);
  const future = await ask(subject, { limit: 5, startTime: subject.now + 86_400_000 });
  assert.equal(future.candles.length, 0);
  assert.equal(future.candles.time.length, 0);
}

async function refuseBadBounds(subject: ProviderUnderTest): Promise<void> {
  for (const bounds of [
    { limit: 0 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: Number.NaN },
    { limit: 1_000_001 },
    { limit: 5, startTime: Number.NaN },
    { limit: 5, endTime: Number.POSITIVE_INFINITY },
    { limit: 5, startTime: subject.now, endTime: subject.now },
  ]) {
    await rejectsWith(ask(subject, bounds), "OPTIONS_INVALID", JSON.stringify(bounds));
  }
}

async function refuseUnknownSymbol(subject: ProviderUnderTest): Promise<void> {
  await rejectsWith(
    ask(subject, { limit: 5, symbol: subject.unknownSymbol }),
    "SYMBOL_UNKNOWN",
    subject.unknownSymbol,
  );
}

async function refuseOddSymbols(subject: ProviderUnderTest): Promise<void> {
  for (const symbol of ["", "..", "../../ETC", "A".repeat(65), "BTC USDT", "btcusdt", "A\0B"]) {
    await rejectsWith(ask(subject, { limit: 5, symbol }), "SYMBOL_UNKNOWN", symbol);
  }
}

async function honourAbort(subject: ProviderUnderTest): Promise<void> {
  const reason = new Error("the caller has gone");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(ask(subject, { limit: 5, signal }), reason);
  await assert.rejects(async () => subject.provider.symbols(signal), reason);
}

async function listSymbols(subject: ProviderUnderTest): Promise<void> {
  const { symbols, exchange } = await subject.provider.symbols();
  assert.equal(exchange, subject.provider.exchange);
  assert.deepEqual(symbols, [...new Set(symbols)].toSorted());
  assert.ok(symbols.includes(subject.symbol), `${subject.symbol} must be listed`);
}

async function ask(
  subject: ProviderUnderTest,
  request: Partial<CandleRequest> & { readonly limit: number },
): Promise<CandleReply> {
  const { symbol, interval, provider } = subject;
  return await provider.candles({ symbol, interval, ...request });
}

function rows(candles: Candles): readonly (readonly number[])[] {
  const { open, high, low, close, volume } = candles;
  return Array.from(candles.time, (time, index) => [
    time,
    open[index]!,
    high[index]!,
    low[index]!,
    close[index]!,
    volume[index]!,
  ]);
}

async function rejectsWith(
  promise: Promise<unknown>,
  code: "OPTIONS_INVALID" | "SYMBOL_UNKNOWN",
  about: string,
): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(hasCode(error, code), `${about}: expected ${code}, found ${String(error)}`);
    return true;
  });
}
