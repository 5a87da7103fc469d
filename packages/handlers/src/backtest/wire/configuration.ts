/** The configuration of a result as the wire spells it. */

import type { ResultConfiguration } from "@bourse/contract/backtest";
import type { CandleSelection, JobConfiguration } from "@bourse/trading-core";

/** Spells a configuration on the wire; `spell` spells its request as the body that was submitted. */
export function wireConfiguration<Request extends CandleSelection>(
  configuration: JobConfiguration<Request>,
  spell: (request: Request) => object,
): ResultConfiguration {
  return {
    request: { ...spell(configuration.request) },
    engine_version: configuration.engineVersion,
    strategy_version: configuration.strategyVersion,
    ...(configuration.strategyFiles !== undefined && {
      strategy_files: configuration.strategyFiles,
    }),
    trading_days_from: configuration.daysPerYearFrom,
    data_seed: configuration.dataSeed,
  };
}
