/** Checks of what a provider is asked, for callers without types. */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anySignal,
  anyText,
  checkArguments,
  checkedCalls,
  exactObject,
  trueOrFalse,
  type CallRules,
  type CallSignatures,
} from "@bourse/kernel";

import { anyProvider } from "../part-shapes.ts";
import { wrongArgument } from "../wrong-argument.ts";
import type { CandleProvider } from "./port.ts";

const signal = absentOr(anySignal);
const onWait = absentOr(anyFunction);
const heard = { signal, onProgress: absentOr(anyFunction), onWait };

const candles: CallRules = {
  request: exactObject({
    symbol: anyText,
    interval: anyText,
    startTime: absentOr(anyNumber),
    endTime: absentOr(anyNumber),
    limit: anyNumber,
    useCache: absentOr(trueOrFalse),
    allowFallback: absentOr(trueOrFalse),
    isLive: absentOr(trueOrFalse),
    readOnly: absentOr(trueOrFalse),
    ...heard,
  }),
};
const symbols: CallRules = { signal, onWait };
const fundingRates: CallRules = {
  request: exactObject({
    symbol: anyText,
    startTime: anyNumber,
    endTime: absentOr(anyNumber),
    ...heard,
  }),
};

/**
 * Returns the provider with checks of the arguments of its calls, which then reject with EngineError OPTIONS_INVALID;
 * `name` is its name in the message.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function checkedProvider<P extends CandleProvider>(name: string, provider: P): P {
  checkArguments("checkedProvider", { name: anyText, provider: anyProvider }, [name, provider]);
  const calls: CallSignatures<CandleProvider> = {
    candles,
    symbols,
    ...(provider.fundingRates && { fundingRates }),
  };
  const checked = checkedCalls<CandleProvider>(name, provider, calls, [], wrongArgument);
  return { ...provider, ...checked };
}
