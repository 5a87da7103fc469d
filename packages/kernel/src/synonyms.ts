/** Words that people use for the same setting, so that a refusal can name the one that is known here. */

/** Each row names one thing, in lower case and without separators. A word may stand in several rows. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ["symbol", "pair", "ticker", "market", "instrument", "coin"],
  ["interval", "timeframe", "tf", "resolution", "granularity", "period", "barsize"],
  ["limit", "candles", "bars", "count", "lookback", "rows"],
  ["starttime", "start", "startdate", "from", "since", "begin", "fromdate"],
  ["endtime", "end", "enddate", "to", "until", "till", "todate"],
  ["initialcapital", "capital", "cash", "balance", "startingcapital", "equity", "deposit"],
  ["transactionfee", "fee", "fees", "commission", "commissions", "feerate", "takerfee"],
  ["takeprofit", "takeprofitpct", "tp", "profittarget", "target"],
  ["stoploss", "stoplosspct", "sl"],
  ["positionsize", "positionsizepct", "size", "positionfraction", "fraction"],
  ["tradingdays", "daysperyear", "periodsperyear", "annualization", "annualisation"],
  ["parameters", "params", "args", "arguments", "settings", "set"],
  ["exchange", "venue", "provider", "datasource", "source"],
  ["metric", "objective", "maximize", "maximise", "optimize", "optimise", "criterion"],
  ["fill", "fillrule", "fillon", "executionprice"],
  ["threads", "workers", "jobs", "cores", "parallel"],
  ["quantity", "qty", "amount", "size", "units", "volume", "shares"],
  ["side", "action", "direction"],
  ["stopprice", "trigger", "triggerprice"],
  ["price", "limitprice", "rate"],
  ["clientorderid", "clientid", "cloid", "newclientorderid"],
  ["out", "output", "file", "outfile"],
];
