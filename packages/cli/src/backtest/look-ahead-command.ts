/** `bourse backtest audit look-ahead`: whether a strategy decides from the past alone. */

import type { LookAheadAudit } from "@bourse/backtest-engine/research";

import type { ExitCode, Flags, Surroundings } from "../command/command.ts";
import { withStrategy } from "./chosen-strategy.ts";
import { parameters, wholeFlag } from "./flag-values.ts";
import { loadCandles, refuseZone } from "./load-candles.ts";
import { calendarFlag } from "./option-flags.ts";
import { textTable } from "./text-table.ts";

/** Returns 1 when the strategy looks ahead. @throws UsageError, EngineError */
export async function lookAheadCommand(
  flags: Flags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  refuseZone(flags);
  const set = parameters(flags);
  const runs = wholeFlag(flags, "runs", [1, 10_000]);
  const calendar = calendarFlag(flags);
  const options = {
    ...(runs !== undefined && { runs }),
    ...(calendar !== undefined && { calendar }),
  };
  const { candles } = await loadCandles(flags, surroundings);
  const [name, audit] = await withStrategy(flags, async (chosen) => [
    chosen.strategy.name,
    await chosen.audit(candles, set, options),
  ]);
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify({ strategy: name, ...jsonOf(audit) }, null, 2)
      : describe(name, audit),
  );
  return audit.isClean ? 0 : 1;
}

function jsonOf({ isClean, runs, faults }: LookAheadAudit): object {
  return {
    is_clean: isClean,
    runs,
    faults: faults.map(({ withFuture, withoutFuture, time, ...fault }) => ({
      ...fault,
      time: new Date(time).toISOString(),
      with_future: withFuture,
      without_future: withoutFuture,
    })),
  };
}

function describe(name: string, { isClean, runs, faults }: LookAheadAudit): string {
  if (isClean)
    return `${name} decides from the past alone: ${runs} shortened series, no decision changed.`;
  const rows = faults.map(({ index, time, decision, withFuture, withoutFuture, candles }) => [
    String(index),
    new Date(time).toISOString(),
    decision,
    String(withFuture),
    `${String(withoutFuture)} (of ${candles})`,
  ]);
  return [
    `${name} looks ahead: of ${runs} shortened series these changed a decision of the past.`,
    "",
    textTable(["candle", "time", "decision", "with all candles", "with fewer"], rows),
  ].join("\n");
}
