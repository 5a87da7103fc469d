/** The configuration of a command's result, in the server's spelling. */

import type { Configuration } from "@bourse/backtest-engine";
import {
  jobConfiguration,
  settingsInForce,
  type CandleSelection,
  type JobConfiguration,
  type TearSheetFields,
} from "@bourse/trading-core";

import { detailField } from "./detail-flags.ts";
import type { LoadedCandles } from "./load-candles.ts";

/** Makes the request that a server would have been asked for the same result. */
export function configurationOf<Request extends CandleSelection>(
  configuration: Configuration<object>,
  loaded: LoadedCandles,
  fields: TearSheetFields = {},
): JobConfiguration<Request> {
  const { symbol, interval = "", exchange, funding, isOwnFunding, detail } = loaded;
  const known = { names: [exchange], defaultName: exchange };
  return jobConfiguration<Request>(
    settingsInForce(configuration),
    {
      symbol,
      interval,
      ...fields,
      ...(funding !== undefined && { funding: isOwnFunding === true ? funding : true }),
      ...detailField(detail),
    },
    loaded,
    known,
  );
}
