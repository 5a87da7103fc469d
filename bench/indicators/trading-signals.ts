/** Indicators of the npm package `trading-signals` that ours are compared with, with the same periods. */

import * as signals from "trading-signals";

/** An indicator that is fed row by row. */
export interface Peer {
  add(row: never): unknown;
}

/** Peers by the names of our indicators. Some take their first values otherwise; the work is the same. */
export const PEERS: Readonly<Record<string, () => Peer>> = {
  accBands: () => new signals.AccelerationBands(20, 4),
  ad: () => new signals.AD(),
  adOsc: () => new signals.ADOSC({ fastPeriod: 3, slowPeriod: 10 }),
  adx: () => new signals.ADX(14),
  adxr: () => new signals.ADXR(14),
  apo: () => new signals.APO({ fastPeriod: 12, slowPeriod: 26 }),
  aroon: () => new signals.Aroon(14),
  atr: () => new signals.ATR(14),
  avgDev: () => new signals.MAD(14),
  bbands: () => new signals.BollingerBands(5, 2),
  bop: () => new signals.BOP(),
  cci: () => new signals.CCI(14),
  choppiness: () => new signals.CHOP(14),
  cmo: () => new signals.CMO(14),
  dema: () => new signals.DEMA(30),
  donchian: () => new signals.DonchianChannels(20),
  dx: () => new signals.DX(14),
  ema: () => new signals.EMA(30),
  hma: () => new signals.HMA(16),
  htTrendline: () => new signals.HTTrendline(),
  ichimoku: () => new signals.IchimokuCloud(),
  imi: () => new signals.IMI(14),
  kama: () => new signals.KAMA(30),
  keltner: () => new signals.KeltnerChannels({ atrInterval: 10, emaInterval: 20, multiplier: 2 }),
  linearReg: () => new signals.LinearRegression(14),
  macd: () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9)),
  mama: () => new signals.MAMA(),
  mfi: () => new signals.MFI(14),
  mom: () => new signals.MOM(10),
  natr: () => new signals.NATR(14),
  obv: () => new signals.OBV(14),
  ppo: () => new signals.PPO({ fastPeriod: 12, slowPeriod: 26 }),
  roc: () => new signals.ROC(10),
  rsi: () => new signals.RSI(14),
  sar: () => new signals.PSAR({ accelerationMax: 0.2, accelerationStep: 0.02 }),
  sma: () => new signals.SMA(30),
  stoch: () => new signals.StochasticOscillator({ dPeriod: 3, kPeriod: 5, kSlowingPeriod: 3 }),
  stochRsi: () => new signals.StochasticRSI(14),
  supertrend: () => new signals.SuperTrend({ interval: 10, multiplier: 3 }),
  t3: () => new signals.T3(5, 0.7),
  tRange: () => new signals.TR(),
  tema: () => new signals.TEMA(30),
  trima: () => new signals.TRIMA(30),
  trix: () => new signals.TRIX(30),
  ultOsc: () =>
    new signals.UltimateOscillator({ longPeriod: 28, mediumPeriod: 14, shortPeriod: 7 }),
  willR: () => new signals.WilliamsR(14),
  wma: () => new signals.WMA(30),
};
