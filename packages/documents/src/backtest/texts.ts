/** Written by scripts/write-texts.ts out of the doc comments of the contract's routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<"backtest", Texts>> = {
  backtest: {
    health: "Report the service, its version and the job statistics",
    jobStats: "Count the jobs in each state",
    createBacktest: "Create a backtest job and dispatch it to a worker",
    "createBacktest.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    listJobs: "Find jobs, newest first or by a figure",
    "listJobs.query.status": "Only jobs of this status. Default: every status.",
    "listJobs.query.job_type": "Only jobs of this kind. Default: every kind.",
    "listJobs.query.q":
      "Words that title, note, tags, symbol or strategy contain, all of them, in any case. Default: every job.",
    "listJobs.query.strategy": "Only jobs of this strategy. Default: every strategy.",
    "listJobs.query.symbol": "Only jobs of this symbol, also among others. Default: every symbol.",
    "listJobs.query.tag":
      "Only jobs with all of these tags, joined by commas or one a parameter. Default: every job.",
    "listJobs.query.sort":
      "Order of the jobs; a minus before it for descending. Default `-created_at`.",
    "listJobs.query.limit": "Maximum number of jobs in the answer, 1–100. Default 50.",
    "listJobs.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getJob: "Read a job",
    "getJob.params.uuid": "Job id, a UUID.",
    updateJob: "Give a job a title, a note or tags, or pin it",
    "updateJob.params.uuid": "Job id, a UUID.",
    "updateJob.body.title": "Title, 1–200 characters; null for none. Default: it stays.",
    "updateJob.body.note": "Note, 1–10,000 characters; null for none. Default: it stays.",
    "updateJob.body.tags":
      "Tags, at most 20, none twice, of 1–50 characters without a comma. Default: they stay.",
    "updateJob.body.pinned": "True to pin the job, false to unpin it. Default: it stays as it is.",
    deleteJob: "Delete a completed, failed or cancelled job with its result, trades and equity",
    "deleteJob.params.uuid": "Job id, a UUID.",
    "deleteJob.200.job_id": "Id of the job that was deleted, a UUID.",
    "deleteJob.200.status": "Always `deleted`.",
    cancelJob: "Mark a pending or running job as cancelled",
    "cancelJob.params.job_uuid": "Job id, a UUID.",
    "cancelJob.200.job_id": "Id of the job, a UUID.",
    "cancelJob.200.status": "Always `cancelled`.",
    createWebhook:
      "Create a webhook for the jobs and orders of this API key; only this answer shows its secret",
    "createWebhook.body.url":
      "Address that events are posted to, `https:`, 1–2,048 characters, without a login or a fragment.",
    "createWebhook.body.events":
      "Types of the events that it gets, each named once; `*` stands for all.",
    listWebhooks: "List the webhooks of this API key, oldest first",
    updateWebhook: "Change a webhook, or switch it off or on",
    "updateWebhook.params.id": "Webhook id, a UUID.",
    "updateWebhook.body.url":
      "Address that events are posted to, `https:`, 1–2,048 characters. Default: unchanged.",
    "updateWebhook.body.events":
      "Types of the events that it gets, each named once; `*` stands for all. Default: unchanged.",
    "updateWebhook.body.enabled":
      "False to switch the webhook off, true to switch it on again. Default: unchanged.",
    deleteWebhook: "Delete a webhook with its deliveries",
    "deleteWebhook.params.id": "Webhook id, a UUID.",
    "deleteWebhook.200.id": "Id of the webhook that was deleted.",
    "deleteWebhook.200.status": "Always `deleted`.",
    rotateWebhook: "Replace the secret of a webhook; only this answer shows the new one",
    "rotateWebhook.params.id": "Webhook id, a UUID.",
    "rotateWebhook.body.grace_seconds":
      "Seconds for which the former secret signs as well, 0–604,800. Default 86,400.",
    listWebhookDeliveries: "List the deliveries of a webhook, newest first",
    "listWebhookDeliveries.params.id": "Webhook id, a UUID.",
    "listWebhookDeliveries.query.limit":
      "Maximum number of deliveries in the answer, 1–100. Default 50.",
    "listWebhookDeliveries.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    replayWebhookDelivery: "Send a delivery again that has ended",
    "replayWebhookDelivery.params.id": "Webhook id, a UUID.",
    "replayWebhookDelivery.params.delivery_id": "Delivery id, a UUID.",
    createSweep: "Create a job that simulates every combination of parameters on all cores",
    "createSweep.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    createWalkForward:
      "Create a job that chooses parameters on one window after another and trades each choice on the next",
    "createWalkForward.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    getJobTrades: "List the trades of a completed job, as JSON or CSV",
    "getJobTrades.params.uuid": "Job id, a UUID.",
    "getJobTrades.query.format": "Format of the answer. Default `json`.",
    "getJobTrades.query.offset":
      "Number of trades to skip before the first page, 0–100,000,000; a cursor replaces it. Default 0.",
    "getJobTrades.query.limit":
      "Maximum number of trades in the answer, 1–100,000. Default 100,000.",
    "getJobTrades.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "getJobTrades.200.side": "Side of the position.",
    "getJobTrades.200.quantity": "Size of the position in base units.",
    "getJobTrades.200.entry_time": "Time of the entry, ISO 8601 in UTC.",
    "getJobTrades.200.entry_price": "Price of the entry in the quote currency.",
    "getJobTrades.200.exit_time": "Time of the exit, ISO 8601 in UTC.",
    "getJobTrades.200.exit_price": "Price of the exit in the quote currency.",
    "getJobTrades.200.pnl": "Profit or loss in the quote currency, fees taken off.",
    "getJobTrades.200.return":
      "Return of the trade, a fraction, fees taken off; null where it entered at a price of 0 or below.",
    "getJobTrades.200.fees":
      "Fees of both legs in the quote currency; below 0 where rebates exceed them.",
    "getJobTrades.200.exit_reason": "Reason of the exit, such as `signal`.",
    "getJobTrades.200.funding":
      "Funding paid less received, in the quote currency, taken off `pnl` beside the fees; absent in a run without funding rates.",
    "getJobTrades.200.symbol":
      "Trading pair of a portfolio's trade; absent in a run on one symbol.",
    "getJobTrades.200.entry_tag":
      "Reason of the entry in the strategy's words, at most 64 characters; absent when it gives none.",
    "getJobTrades.200.exit_tag":
      "Reason of the exit in the strategy's words; absent when it gives none, and where a stop or target closed.",
    getJobEquity: "Read the equity of a completed job, thinned out when `points` is given",
    "getJobEquity.params.uuid": "Job id, a UUID.",
    "getJobEquity.query.points":
      "Maximum number of points in the answer, 2–20,000, chosen by LTTB. Default: one point a bar.",
    "getJobEquity.200.timestamp": "Time of the bar, ISO 8601 in UTC.",
    "getJobEquity.200.equity": "Equity at the bar's close, in the quote currency.",
    "getJobEquity.200.drawdown": "Fall below the highest equity so far, a positive fraction.",
    getJobReport:
      "Read a completed job as one page of HTML that loads nothing else: a sweep's shows its best run and its grid",
    "getJobReport.params.uuid": "Job id, a UUID.",
    getJobTable:
      "Download a table of a completed job as a file: CSV (RFC 4180), or its trades or equity as Apache Arrow or Parquet",
    "getJobTable.params.uuid": "Job id, a UUID.",
    "getJobTable.params.table":
      "Table of the result: `metrics`, `trades`, `equity`, `monthly_returns` or `drawdowns` of a run, `symbols` of a portfolio, `combinations` of a sweep, `windows` of a walk-forward.",
    "getJobTable.query.format":
      "Format of the file: `arrow` and `parquet` have `trades` and `equity` alone. Default `csv`.",
    watchJob:
      "Stream the progress of a job as Server-Sent Events; the finished job is the last one",
    "watchJob.params.uuid": "Job id, a UUID.",
    retryJob: "Create a new job of the same kind as one that failed or was cancelled",
    "retryJob.params.uuid": "Job id, a UUID.",
    "retryJob.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    getKlines: "List closed candles, oldest first",
    "getKlines.query.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT.",
    "getKlines.query.interval":
      "Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default `1h`.",
    "getKlines.query.limit": "Number of candles, 1–1,000: the newest ones. Default 100.",
    "getKlines.query.exchange": "Source of the candles. Default: the server's.",
    "getKlines.query.start_time": "Start of the range, inclusive. Default: none.",
    "getKlines.query.end_time": "End of the range, exclusive. Default: now.",
    "getKlines.query.joined":
      "True to join all candles of the range (at most 1,000,000) to `limit`. Default false.",
    "getKlines.query.use_cache": "True to allow candles from the cache. Default true.",
    getCache: "Describe the content of the candle cache",
    clearCache: "Empty the candle cache",
    "clearCache.200.files_deleted": "Number of files that were deleted.",
    listSymbols: "List the symbols of an exchange",
    "listSymbols.query.exchange": "Exchange to list. Default `bybit`.",
    importCandles:
      "Store candles from CSV: timestamp,open,high,low,close,volume, or the files of Yahoo, yfinance, TradingView, Binance, Bybit and MetaTrader, in UTF-8 or UTF-16; or from Parquet or Arrow (Feather). The kind of the file is told by its first bytes, the format is detected and stated; each part can be told.",
    "importCandles.query.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased.",
    "importCandles.query.interval": "Length of a candle, in minutes or with its unit.",
    "importCandles.query.exchange":
      "Exchange that the candles are stored under. Default: the server's provider.",
    "importCandles.query.dialect": "Program or exchange that wrote the file. Default: detected.",
    "importCandles.query.delimiter": "Character between the fields. Default: detected.",
    "importCandles.query.decimal":
      "Character before the fraction of a number. Default: detected; a file that leaves it open is refused.",
    "importCandles.query.columns":
      "Columns by name or by number from 1, as `time=When,open=2`. Default: by their names.",
    "importCandles.query.timestamp_unit": "Unit of numeric times since 1970. Default: detected.",
    "importCandles.query.date_order":
      "Order of day, month and year in dates such as 03/04/2020. Default: detected; one left open is refused.",
    "importCandles.query.utc_offset_minutes":
      "Offset of times without a zone from UTC in minutes, -840–840. Default 0.",
    "importCandles.query.time_zone":
      "IANA time zone of times without an offset, instead of `utc_offset_minutes`. Default UTC.",
    "importCandles.query.calendar":
      "Calendar of the market, by which gaps are counted; runs on the candles go by it. Default: none is told.",
    "importCandles.query.order": "Order of the rows by time. Default: as found.",
    "importCandles.query.adjusted":
      "True to multiply the prices by adjusted close / close. Default false.",
    "importCandles.query.gaps":
      "Policy for missing candles: counted, refused, or filled with the close before and no volume. Default `report`.",
    "importCandles.query.bad_rows":
      "Policy for rows that are no candle: the file is refused, or they are skipped. Default `refuse`.",
    "importCandles.query.duplicates":
      "Rows of one time: refused, the same in every field left out, or the first or last kept. Default `refuse`.",
    "importCandles.query.allow_negative_prices":
      "True for prices that may be 0 and below, as those of spreads and rates. Default false.",
    "importCandles.query.skip_rows": "Number of lines above the header, 0–10,000. Default: found.",
    "importCandles.query.encoding": "Encoding of the text. Default: detected.",
    "importCandles.200.symbol": "Trading pair.",
    "importCandles.200.interval": "Length of a candle.",
    "importCandles.200.records": "Number of candles that were stored.",
    "importCandles.200.gaps": "Number of places where candles are missing.",
    "importCandles.200.timestamp_unit":
      "Unit that the file's times were in, as detected: seconds, milliseconds, microseconds, nanoseconds, or text.",
    "importCandles.200.time_zone":
      "Time zone of the file's times: as told or stated; the offset of all rows; `offsets` where they differ; or UTC.",
    "importCandles.200.calendar":
      "Calendar of the market, as told with the import; absent where it was not.",
    "importCandles.200.bars_per_year":
      "Candles in a year, as the candles themselves show them; absent where they were not counted.",
    "importCandles.200.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "importCandles.200.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "importCandles.200.filled":
      "Number of candles that were inserted into gaps; 0 unless gaps were to be filled.",
    "importCandles.200.format": "Format of the file, as told or detected.",
    "importCandles.200.format.dialect":
      "Kind of the file: the program or exchange that writes such files, `plain`, `parquet` or `arrow`.",
    "importCandles.200.format.delimiter":
      "Character between the fields; null for a file that is no text.",
    "importCandles.200.format.decimal":
      "Character before the fraction of a number; null for a file that is no text.",
    "importCandles.200.format.columns":
      "Name in the file of the column for each field that was read.",
    "importCandles.200.format.order": "Order of the rows by time.",
    "importCandles.200.format.date_order":
      "Order of day, month and year in dates such as 03/04/2020; null for all other times.",
    "importCandles.200.format.assumptions":
      "Sentences on what the file does not say and was assumed.",
    "importCandles.200.skipped":
      "Rows that are no candle: those that were to be skipped, remarks and repeated headers.",
    "importCandles.200.skipped.count": "Number of rows.",
    "importCandles.200.skipped.rows": "The first 20 of them.",
    "importCandles.200.skipped.rows.row": "Row number in the file, from 1.",
    "importCandles.200.skipped.rows.reason": "Reason for which it is no candle.",
    "importCandles.200.duplicates": "Rows that were left out since another has their time.",
    "importCandles.200.duplicates.count": "Number of rows.",
    listImports: "List the imported series",
    "listImports.200.imports": "The series, by exchange (none first), symbol and interval.",
    "listImports.200.imports.symbol": "Trading pair.",
    "listImports.200.imports.exchange": "Exchange that the candles stand for; null for any.",
    "listImports.200.imports.interval": "Length of a candle.",
    "listImports.200.imports.size_bytes": "Size in bytes.",
    "listImports.200.imports.imported_at": "Time of the import, ISO 8601 in UTC.",
    "listImports.200.imports.time_zone":
      "Time zone of the file; absent where it is UTC, not told, or not one zone.",
    "listImports.200.imports.calendar":
      "Calendar of the market, as told with the import; absent where it was not.",
    "listImports.200.imports.bars_per_year":
      "Candles in a year, as counted at the import; absent where neither zone nor calendar is kept.",
    "listImports.200.count": "Number of series.",
    "listImports.200.total_size_bytes": "Size of all series in bytes.",
    deleteImport: "Delete an imported series",
    "deleteImport.query.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased.",
    "deleteImport.query.interval": "Length of a candle, in minutes or with its unit.",
    "deleteImport.query.exchange":
      "Exchange that the candles are stored under. Default: the server's provider.",
    "deleteImport.200.symbol": "Trading pair.",
    "deleteImport.200.interval": "Length of a candle.",
    "deleteImport.200.status": "Always `deleted`.",
    listStrategies: "List the registered strategies with their parameters",
    "listStrategies.200.success": "Always true in a success.",
    "listStrategies.200.strategies": "The registered strategies.",
    "listStrategies.200.problems":
      "Files of the operator's that could not be loaded as they are now; a strategy that was loaded from such a file before stays as it was. Absent when there are none.",
    "listStrategies.200.problems.file": "Name of the file.",
    "listStrategies.200.problems.message": "Fault of the file, with its line.",
    "listStrategies.200.editing":
      "True when the service shows and takes the sources of strategies; absent otherwise.",
    generateSignal: "Compute a strategy's signal on the newest closed candles",
    "generateSignal.params.strategy_name": "Name of a registered strategy.",
    "generateSignal.query.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT.",
    "generateSignal.200.success": "Always true in a success.",
    "generateSignal.200.signal": "The signal.",
    getStrategySource: "Read the source of a strategy of the operator's, with an ETag",
    "getStrategySource.params.name":
      "Name of the strategy: a lower-case letter, then up to 63 of a–z, 0–9 and `_`.",
    saveStrategySource:
      "Save the source of a strategy, new or changed, once it loads; its faults are told by line",
    "saveStrategySource.params.name":
      "Name of the strategy: a lower-case letter, then up to 63 of a–z, 0–9 and `_`.",
    "saveStrategySource.headers.if-match":
      "ETag of the source that the change starts from, or `*` for any. Default: none, and the strategy must be new.",
    "saveStrategySource.body.source":
      "Text of the module, 1–200,000 characters: TypeScript whose types can be erased, or JavaScript.",
    placeOrder: "Place an order",
    "placeOrder.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    "placeOrder.200.success": "Always true in a success.",
    "placeOrder.200.order": "The order.",
    listOrders: "List orders, newest first",
    "listOrders.query.symbol": "Only orders of this trading pair. Default: every pair.",
    "listOrders.query.status": "Only orders of this status. Default: every status.",
    "listOrders.query.limit": "Maximum number of orders in the answer, 1–1,000. Default 500.",
    "listOrders.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "listOrders.200.success": "Always true in a success.",
    "listOrders.200.orders": "The orders, newest first.",
    "listOrders.200.count": "Number of orders in this answer.",
    getOrder: "Read an order",
    "getOrder.params.order_id": "Order id.",
    "getOrder.200.success": "Always true in a success.",
    "getOrder.200.order": "The order.",
    cancelOrder: "Cancel a pending or open order",
    "cancelOrder.params.order_id": "Order id.",
    "cancelOrder.query.symbol": "Trading pair of the order; required, and 422 when it is missing.",
    "cancelOrder.200.success": "Always true in a success.",
    "cancelOrder.200.order_id": "Id of the order that was cancelled.",
    listPositions: "List the open positions",
    "listPositions.query.symbol": "Only positions of this trading pair. Default: every pair.",
    "listPositions.200.success": "Always true in a success.",
    "listPositions.200.positions": "The open positions.",
    closePositions: "Close the position of a symbol at the market",
    "closePositions.body.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased.",
    "closePositions.body.side":
      "Side to close: `buy` stands for `long`, `sell` for `short`. Default `both`.",
    "closePositions.200.success": "Always true in a success.",
    "closePositions.200.message": "Description of the closed position, for people.",
    "closePositions.200.orders":
      "The orders that closed the positions; empty when nothing was held.",
    getBalance: "Read the account by asset",
    "getBalance.200.success": "Always true in a success.",
    "getBalance.200.balance":
      "Amount of each asset, what open orders hold included: decimals as text.",
    pingExecution: "Check that the venue answers",
    "pingExecution.200.status": "Always `ok`: the venue answers.",
    "pingExecution.200.exchange": "Name of the venue.",
    getKillSwitch: "Read the kill switch",
    "getKillSwitch.200.success": "Always true in a success.",
    "getKillSwitch.200.kill_switch": "The kill switch.",
    setKillSwitch: "Set the kill switch, or change its mode",
    "setKillSwitch.body.mode":
      "`freeze`: no order is placed, cancels and closes go on. `flatten`: own orders are cancelled and own positions closed as well.",
    "setKillSwitch.body.reason": "Reason, 1–500 characters.",
    "setKillSwitch.200.success": "Always true in a success.",
    "setKillSwitch.200.kill_switch": "The kill switch.",
    releaseKillSwitch: "Release the kill switch",
    "releaseKillSwitch.200.success": "Always true in a success.",
    "releaseKillSwitch.200.kill_switch": "The kill switch.",
    createSession:
      "Create a trading session, which a worker then runs on the candles as they close",
    "createSession.headers.idempotency-key":
      "Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.",
    listSessions: "List trading sessions, newest first",
    "listSessions.query.state": "Only sessions in this state. Default: every state.",
    "listSessions.query.limit": "Maximum number of items in the answer, 1–1,000. Default 100.",
    "listSessions.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getSession: "Read a trading session",
    "getSession.params.id": "Session id, a UUID.",
    listSessionDecisions: "List the decisions of a session, one for each candle, oldest first",
    "listSessionDecisions.params.id": "Session id, a UUID.",
    "listSessionDecisions.query.limit":
      "Maximum number of items in the answer, 1–1,000. Default 100.",
    "listSessionDecisions.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    listSessionOrders: "List the orders of a session, oldest first",
    "listSessionOrders.params.id": "Session id, a UUID.",
    "listSessionOrders.query.limit": "Maximum number of items in the answer, 1–1,000. Default 100.",
    "listSessionOrders.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    listSessionFills: "List the fills of a session, oldest first",
    "listSessionFills.params.id": "Session id, a UUID.",
    "listSessionFills.query.limit": "Maximum number of items in the answer, 1–1,000. Default 100.",
    "listSessionFills.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    listSessionEquity:
      "List the value of a session's account at the close of each candle, oldest first",
    "listSessionEquity.params.id": "Session id, a UUID.",
    "listSessionEquity.query.limit": "Maximum number of items in the answer, 1–1,000. Default 100.",
    "listSessionEquity.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getSessionDrift:
      "Recompute every decision of a session, and compare them and its trades with the simulation",
    "getSessionDrift.params.id": "Session id, a UUID.",
    pauseSession: "Let a session enter no more; what it holds keeps its stops and targets",
    "pauseSession.params.id": "Session id, a UUID.",
    resumeSession: "Let a paused or halted session go on with the next candle",
    "resumeSession.params.id": "Session id, a UUID.",
    flattenSession:
      "Cancel all orders of a session and close what it holds at the market; it is then paused",
    "flattenSession.params.id": "Session id, a UUID.",
    stopSession: "End a session for good; what it holds stays in its books",
    "stopSession.params.id": "Session id, a UUID.",
    listAudit: "List the audit trail, newest first; requires an API key on every server",
    "listAudit.query.action": "Name of the act, such as `api_key.created`. Default: every act.",
    "listAudit.query.actor": "Caller, such as `user:<id>` or `key:<id>`. Default: every caller.",
    "listAudit.query.account": "Id of the account concerned. Default: every account.",
    "listAudit.query.outcome": "Verdict: `ok`, `refused` or `failed`. Default: every verdict.",
    "listAudit.query.subject":
      "Id or name of the thing that the act changed. Default: every thing.",
    "listAudit.query.q":
      "Part of the act, caller, address, error code, subject or a fact, in any case; 1–100 characters. Default: every row.",
    "listAudit.query.limit":
      "Maximum number of rows in the answer, 1–100. Default 50. A search may answer fewer and still have a next page.",
    "listAudit.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "listAudit.query.from": "Earliest time, inclusive: ISO 8601 with an offset. Default: no bound.",
    "listAudit.query.to": "Latest time, exclusive: ISO 8601 with an offset. Default: no bound.",
    "Health.service": "Name of the service.",
    "Health.environment": "Environment that the service runs in, such as `production`.",
    "Health.status": "Always `ok`: a service that is out of order answers 503.",
    "Health.version": "Version of the service.",
    "Health.stats": "The number of jobs in each state.",
    "Health.kill_switch": "State of the kill switch while it is on; absent otherwise.",
    "JobStats.total": "Number of jobs; the five states add up to it.",
    "JobStats.pending": "Number of jobs that wait for a worker.",
    "JobStats.running": "Number of jobs that a worker runs.",
    "JobStats.completed": "Number of jobs that have a result.",
    "JobStats.failed": "Number of jobs that failed.",
    "JobStats.cancelled": "Number of jobs that were cancelled.",
    "BacktestRequest.initial_capital":
      "Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000.",
    "BacktestRequest.transaction_fee":
      "Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001.",
    "BacktestRequest.maker_fee":
      "Fee of limit fills (targets, profit steps) as a fraction of their value; negative for a rebate. Above -0.5, below 0.5; default `transaction_fee`.",
    "BacktestRequest.fixed_fee":
      "Fixed fee of each order beside `transaction_fee`, in the quote currency. At least 0; default 0.",
    "BacktestRequest.fee_tiers":
      "Fees by the value that the account traded in the 30 days before a fill: 1–100 tiers with rising `volume`, of which the last one reached holds; below the first the fees are `maker_fee` and `transaction_fee`. Default: none.",
    "BacktestRequest.fee_tiers.volume":
      "Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0.",
    "BacktestRequest.fee_tiers.maker":
      "Fee of limit fills as a fraction of their value. Above -0.5, below 0.5.",
    "BacktestRequest.fee_tiers.taker":
      "Fee of all other fills as a fraction of their value. Above -0.5, below 0.5.",
    "BacktestRequest.slippage":
      "Slippage against each trade: a fraction of the price, 0 to below 0.5, or an object with a spread or a share of the volume. Default 0.",
    "BacktestRequest.slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "BacktestRequest.slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "BacktestRequest.slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "BacktestRequest.exit_slippage":
      "Slippage of market fills that close a position. Default `slippage`.",
    "BacktestRequest.exit_slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "BacktestRequest.exit_slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "BacktestRequest.exit_slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "BacktestRequest.fill":
      "Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`.",
    "BacktestRequest.direction":
      "The sides that the strategy may trade. Default: the strategy's own.",
    "BacktestRequest.position_size_pct":
      "Fraction of the equity that a position takes, above 0 and at most 1. Default 1.",
    "BacktestRequest.position_size":
      "Size of an entry: a fraction as in `position_size_pct`, or an object with one of units, cash and risk. Only one of the two fields may be sent.",
    "BacktestRequest.position_size.units": "Quantity of an entry in base units, above 0.",
    "BacktestRequest.position_size.cash":
      "Amount that an entry spends, in the quote currency, above 0.",
    "BacktestRequest.position_size.risk":
      "Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; needs a stop.",
    "BacktestRequest.pyramiding":
      "Number of entries that a position may have: each further entry signal on the side that is held adds to it. 1–10,000; default 1.",
    "BacktestRequest.lot_size":
      "Lot size in base units; quantities are rounded down to whole lots. At least 0; default 0, any fraction.",
    "BacktestRequest.tick_size":
      "Tick size in the quote currency; prices are rounded to it against the account. At least 0; default 0, any.",
    "BacktestRequest.minimum_notional":
      "Smallest value of an entry in the quote currency; smaller entries are skipped. At least 0; default 0.",
    "BacktestRequest.leverage":
      "Largest ratio of a position's value to the cash committed to it. 1–125; default 1.",
    "BacktestRequest.borrow_rate":
      "Borrowing cost of each candle as a fraction of the borrowed amount, 0 to below 0.5; with `symbols` also by symbol, where the others cost nothing. Default 0.",
    "BacktestRequest.dividends":
      "Dividends of the share, with `symbols` by symbol, 10,000 at most: on the ex-date a long receives quantity × amount and a short pays it. Default: none.",
    "BacktestRequest.dividends.timestamp":
      "Ex-date, milliseconds UTC: booked at the open of the first candle that opens then or later.",
    "BacktestRequest.dividends.amount": "Amount per share in the quote currency, above 0.",
    "BacktestRequest.splits":
      "Splits of the share, with `symbols` by symbol, 10,000 at most, for candles that are not adjusted: on the ex-date quantities are multiplied and prices of entries, stops, targets and orders divided. Default: none.",
    "BacktestRequest.splits.timestamp":
      "Ex-date, milliseconds UTC: made at the open of the first candle that opens then or later.",
    "BacktestRequest.splits.ratio":
      "New shares for one old share, above 0: 4 for 4:1, 0.1 for a reverse split of 1:10.",
    "BacktestRequest.contract":
      "Contract of a future, with `symbols` by symbol: quantities are whole contracts of price × `multiplier` each, and with `margin` an entry binds that instead of its value. Default: none.",
    "BacktestRequest.contract.multiplier":
      "Money that one point of price is worth for one contract: 50 for the E-mini S&P 500. Above 0; default 1.",
    "BacktestRequest.contract.tick":
      "Smallest step of a price, above 0: `tick_size` of this market. Default: `tick_size`.",
    "BacktestRequest.contract.currency":
      "Currency of its money, 1–16 characters: that of the account, since nothing is converted. Default: not told.",
    "BacktestRequest.contract.margin":
      "Initial margin of one contract, above 0: what an entry binds of the cash. Default: its value / `leverage`.",
    "BacktestRequest.rolls":
      "Rolls of a future, with `symbols` by symbol, 10,000 rising times in milliseconds UTC at most: a position is closed at the close of the last candle before, and opened again at the next open. Default: none.",
    "BacktestRequest.maintenance_margin":
      "Maintenance margin as a fraction of the position's value, or of its contract's margin, 0 to below 1. Default 0.",
    "BacktestRequest.take_profit_pct":
      "Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the strategy's own.",
    "BacktestRequest.take_profit":
      "Another name of `take_profit_pct`, as the library has it. Only one of the two may be sent.",
    "BacktestRequest.stop_loss_pct":
      "Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's own.",
    "BacktestRequest.stop_loss":
      "Another name of `stop_loss_pct`, as the library has it. Only one of the two may be sent.",
    "BacktestRequest.trailing_stop": "Stop that follows the best price. Default: none.",
    "BacktestRequest.trailing_stop.distance":
      "Distance from the best price, a fraction of it. Above 0, below 1.",
    "BacktestRequest.trailing_stop.activation":
      "Profit after fees at which the stop activates, a fraction of the entry price. At least 0; default 0.",
    "BacktestRequest.trailing_stop.active_distance":
      "Distance from the best price once the best profit exceeds `activation`. Default `distance`.",
    "BacktestRequest.trailing_stop.wait_for_activation":
      "True keeps the stop at its initial level until the best profit reaches `activation`. Default false.",
    "BacktestRequest.calendar":
      "Calendar of the market: a name such as `XNYS`, `CME`, `FX`, `always` or `weekdays`, or its hours. It tells gaps from closed hours, gives strategies the session of each candle, and says when `flat_by_close` closes. Default: none; gaps are judged by the hours that the candles show.",
    "BacktestRequest.calendar.zone": "IANA time zone of the hours, such as `America/New_York`.",
    "BacktestRequest.calendar.days":
      "Weekdays with a session: names such as `Mon`, or numbers from 1 (Monday) to 7. Default Monday to Friday.",
    "BacktestRequest.calendar.sessions":
      "Opening and closing times of a day in order, `HH:MM` up to `24:00`; two with a break between them. A first time that is not before its second is of the evening before.",
    "BacktestRequest.calendar.holidays":
      "Dates without a session, `YYYY-MM-DD`, at most 10,000. Default none.",
    "BacktestRequest.flat_by_close":
      "True closes every position at the close of its session's last candle, and cancels what waits; needs `calendar` and candles of at most a day. Positions of a session whose last candle is missing are closed at the next open. Default false.",
    "BacktestRequest.allow_negative_prices":
      "True takes candles whose prices are 0 and below, as those of spreads and rates. There an entry is filled by a size in units alone, and without exits that are fractions of its price; others are counted as `rejected_entries`. Returns from such a price are null. Default false.",
    "BacktestRequest.compatibility":
      "Rules in which other programs differ: a program by name, or single rules. Default: the engine's own rules.",
    "BacktestRequest.compatibility.preset":
      "The program whose rules apply where this object names none. Default: the engine's own rules.",
    "BacktestRequest.compatibility.intrabar":
      "Order of events when one candle touches stop and target. Default `stop_first`.",
    "BacktestRequest.compatibility.gap":
      "Fill price of a stop when the candle opens beyond it: that `open`, or the stop's `level`. Default `open`.",
    "BacktestRequest.compatibility.levels":
      "Price from which the distances of stop and target count. Default `entry`.",
    "BacktestRequest.compatibility.repeated_entry":
      "Effect of an entry signal while that side is held; for additions see `pyramiding`. Default `ignore`.",
    "BacktestRequest.compatibility.trailing":
      "Candle from which a trailing stop's new level counts. Default `same_candle`.",
    "BacktestRequest.compatibility.signal_on_exit":
      "Effect of a signal on the candle on which a stop or target closed the position. Default `keep`.",
    "BacktestRequest.compatibility.reversal_fee":
      "Number of fixed fees of a reversal. Default `once`.",
    "BacktestRequest.compatibility.stop_limit":
      "Fill of a stop-limit order on the candle that sets it off; without effect on signals. Default `by_close`.",
    "BacktestRequest.compatibility.margin_fee":
      "Source of the entry fee with leverage: the account's own cash, or the margin. Default `own_cash`.",
    "BacktestRequest.compatibility.liquidation":
      "Moment at which an account without `maintenance_margin` is liquidated: at the price inside a candle at which nothing is left, or only at a close. Default `inside_candle`.",
    "BacktestRequest.compatibility.final_position":
      "Treatment of a position that is held after the last candle. Default `last_close`.",
    "BacktestRequest.compatibility.profit_steps":
      "Table of profits that close a position after a time, at most 100 steps. Default: none.",
    "BacktestRequest.compatibility.profit_steps.after_minutes":
      "Whole minutes after the entry from which the step applies, at least 0; each step's is above the one before.",
    "BacktestRequest.compatibility.profit_steps.profit":
      "Profit after the fees of both sides that closes the position, a fraction of the entry price. At least -1.",
    "BacktestRequest.train_split":
      "First fraction of the candles, which is not simulated, 0 to below 1. Default 0.",
    "BacktestRequest.trading_days":
      "Trading days in a year, for annual figures, above 0 and at most 366. Default: counted from the candles, 252 where the market opens on five days of the week and 365 where it never closes.",
    "BacktestRequest.days_per_year":
      "Another name of `trading_days`, as the library has it. Only one of the two may be sent.",
    "BacktestRequest.bars_per_year":
      "Candles in a year, for annual figures, above 0 and at most 31,622,400. Default: candles of a trading day, counted from the candles, times trading days in a year.",
    "BacktestRequest.time_zone":
      "Time zone by whose dates candles that are shorter than a day belong to days, weeks, months and years: IANA such as `America/New_York`, or an offset such as `+05:30`. Default `UTC`.",
    "BacktestRequest.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT.",
    "BacktestRequest.interval":
      'Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default "1", a minute.',
    "BacktestRequest.limit":
      "Number of candles, 1–1,000,000: the newest of the range. Default: all from `start_time` on, at most 1,000,000; without `start_time` 1,000.",
    "BacktestRequest.strategy":
      "Name of a registered strategy, 1–64 characters. Default `wavelet_reversal`.",
    "BacktestRequest.parameters":
      "Parameters of the strategy by name, at most 64 characters each; absent ones take the strategy's defaults.",
    "BacktestRequest.exchange":
      "Exchange or other source of the candles. Default: the server's provider.",
    "BacktestRequest.funding":
      "True: the funding rates of the exchange, one of perpetual contracts such as `bybitperpetual`, are applied to the positions. Rates of your own, oldest first and by symbol with `symbols`, are applied in their place. Default false.",
    "BacktestRequest.funding.time": "Time of the payment, ISO 8601; without an offset it is UTC.",
    "BacktestRequest.funding.rate":
      "Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0.",
    "BacktestRequest.funding.mark_price":
      "Mark price at the payment, above 0. Default: the open of a candle that opens then, else its candle's close.",
    "BacktestRequest.detail_interval":
      "Length of shorter candles of the same source, which order the fills inside each candle; it divides `interval`. The shorter candles of the range are at most 1,000,000. Default: none.",
    "BacktestRequest.start_time":
      "Start of the range, ISO 8601, inclusive; without an offset it is UTC. Default: no start.",
    "BacktestRequest.end_time":
      "End of the range, ISO 8601, exclusive; without an offset it is UTC. Default: now.",
    "BacktestRequest.gaps":
      "Policy for missing candles: counted, refused (the job fails), or filled with the close before and no volume. Default `report`.",
    "BacktestRequest.symbols":
      "Trading pairs of a portfolio, each once, 1–100; `limit` counts the candles of each, and all together are at most 1,000,000. In place of `symbol`.",
    "BacktestRequest.weights":
      "Fraction of the account's value that a position of each of `symbols` is worth when it is entered. Above 0; their sum at most `leverage`. Default: the same for each, 1 in all.",
    "BacktestRequest.rebalance_every":
      "Number of moments after which the positions that are held are brought back to their weights, 1–1,000,000; a moment is a time at which a candle of any of `symbols` opens. Default: never.",
    "BacktestRequest.rebalance":
      "Calendar by which the positions that are held are brought back to their weights. `month_end`: the closes of the last trading day of each month in `time_zone` size the orders, which fill at the first open of the next month. Excludes `rebalance_every`. Default: the strategy's own, `month_end` for `constant_weights`, else none.",
    "BacktestRequest.monte_carlo":
      "Draws runs from the trades or returns (Monte Carlo). Default: none.",
    "BacktestRequest.monte_carlo.method":
      "Way of drawing: trades or returns with replacement, or every trade once in another order, which ends with the same capital each time and tells of drawdowns only. Default `bootstrap_trades`.",
    "BacktestRequest.monte_carlo.runs": "Number of runs to draw, 1–100,000. Default 1000.",
    "BacktestRequest.monte_carlo.block_length":
      "Number of candles drawn together, 1–1,000,000; with `bootstrap_returns` only. Default 20.",
    "BacktestRequest.monte_carlo.ruin_level":
      "Fraction of `initial_capital` at or below which a run is ruined, 0 to below 1. Default 0.5.",
    "BacktestRequest.monte_carlo.seed":
      "Seed of the draw, from 0: the same seed draws the same runs. Default 1.",
    "BacktestRequest.look_ahead":
      "Audits whether the strategy's decisions depend on later candles. Default: no audit; not with `symbols`.",
    "BacktestRequest.look_ahead.runs":
      "Number of shortened series to run the strategy on, 1–10,000. Default 32.",
    "BacktestRequest.tear_sheet":
      "True: the result has `tear_sheet` and `drawdowns`. Default: true with `benchmark`, else false.",
    "BacktestRequest.benchmark":
      "Trading pair of the same exchange that the tear sheet compares with, bought at the first candle and held. Candles of a day or longer are joined by trading day: at least half of the run's days must have one. Shorter ones are joined by time, and none may be missing. Default: `symbol`; with `symbols` none.",
    "DispatchReply.job_id": "Id of the new job, a UUID.",
    "DispatchReply.status": "`running` when a worker takes the job, `pending` while none is there.",
    "DispatchReply.message": "Text for people, present when a worker takes the job.",
    "DispatchReply.warning": "Reason why the job waits, present when no worker takes it.",
    "ListedJob.id": "Number of the job, from 1 in the order of creation.",
    "ListedJob.uuid": "Job id, a UUID.",
    "ListedJob.job_type": "Kind of the job, which says what `result` holds.",
    "ListedJob.status": "Status of the job.",
    "ListedJob.payload": "The request that created the job, defaults filled in.",
    "ListedJob.result": "Result of the job; null until it completed.",
    "ListedJob.error": "Reason of the failure; null when the job did not fail.",
    "ListedJob.created_at": "Time of creation, ISO 8601 in UTC.",
    "ListedJob.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "ListedJob.started_at": "Time at which a worker took the job, ISO 8601 in UTC; null before.",
    "ListedJob.completed_at":
      "Time at which the job completed, failed or was cancelled, ISO 8601 in UTC; null before.",
    "ListedJob.title": "Title that somebody gave the job; null for none.",
    "ListedJob.note": "Note that somebody wrote about the job; null for none.",
    "ListedJob.tags": "Tags of the job, in their order.",
    "ListedJob.pinned": "True for a job that somebody has pinned.",
    "ListedJob.look_ahead":
      "Verdict of the audit for look-ahead: `not_run` where nobody asked for it, or the job has not completed.",
    "BacktestResult.total_trades": "Number of closed trades, the one closed at the end included.",
    "BacktestResult.win_rate": "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "BacktestResult.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "BacktestResult.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "BacktestResult.final_capital": "Capital at the end, in the quote currency.",
    "BacktestResult.wins": "Number of winning trades.",
    "BacktestResult.losses": "Number of losing trades.",
    "BacktestResult.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "BacktestResult.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "BacktestResult.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "BacktestResult.exposure": "Bars with an open position divided by all bars, 0–1.",
    "BacktestResult.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "BacktestResult.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "BacktestResult.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "BacktestResult.sharpe": "Sharpe ratio a year; null where it is not defined.",
    "BacktestResult.sortino": "Sortino ratio a year; null where it is not defined.",
    "BacktestResult.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "BacktestResult.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "BacktestResult.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "BacktestResult.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "BacktestResult.expectancy": "Expected return of a trade, a fraction; null without a trade.",
    "BacktestResult.sqn": "System quality number; null where it is not defined.",
    "BacktestResult.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "BacktestResult.strategy": "Name of the strategy.",
    "BacktestResult.symbol": "Trading pair; those of a portfolio with commas between them.",
    "BacktestResult.interval": "Length of a candle.",
    "BacktestResult.candles": "Number of candles of the range, of all symbols of a portfolio.",
    "BacktestResult.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "BacktestResult.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "BacktestResult.exchange":
      "Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange.",
    "BacktestResult.source": "Origin of the candles; a warning goes with `simulated` ones.",
    "BacktestResult.gaps": "Missing candles of the range; absent in results of older versions.",
    "BacktestResult.gaps.policy": "Policy that was applied.",
    "BacktestResult.gaps.count":
      "Number of gaps; the hours in which an exchange is closed are gaps too.",
    "BacktestResult.gaps.missing": "Number of missing candles.",
    "BacktestResult.gaps.filled": "Number of candles that were inserted.",
    "BacktestResult.detail_interval":
      "Length of the shorter candles under those of the run; absent without `detail_interval` in the request.",
    "BacktestResult.detail":
      "Candles that the shorter ones have simulated, and those without; absent without `detail_interval`.",
    "BacktestResult.detail.candles": "Number of candles whose detail was simulated.",
    "BacktestResult.detail.missing":
      "Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices.",
    "BacktestResult.equity_sketch":
      "Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and in results of older versions.",
    "BacktestResult.configuration":
      "Configuration that the result was computed under, every default filled in.",
    "BacktestResult.configuration.request":
      "Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the source has the same candles. A sweep's stop and target are absent when they are the strategy's own.",
    "BacktestResult.configuration.engine_version":
      "Version of the engine that computed the result.",
    "BacktestResult.configuration.strategy_version": "Version of the strategy.",
    "BacktestResult.configuration.strategy_files":
      "SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of the server itself.",
    "BacktestResult.configuration.trading_days_from":
      "Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`).",
    "BacktestResult.configuration.data_seed":
      "Seed of the simulated candles; null for candles from elsewhere.",
    "BacktestResult.calendar":
      "Name of the calendar of the run, `custom` for hours that were given; absent without `calendar` in the request.",
    "BacktestResult.late_closes":
      "Positions that were closed at the open of the first candle after a session whose last candle is missing; absent without `flat_by_close` in the request.",
    "BacktestResult.currency":
      "Currency of the account, as `contract` of the request names it; absent where it names none.",
    "BacktestResult.rejected_entries":
      "Entries that were not filled since their price was 0 or below and their size, stop or target is a fraction of it; absent without `allow_negative_prices` in the request.",
    "BacktestResult.trading_days":
      "Trading days in a year that the annual figures use. Absent in results of older versions.",
    "BacktestResult.bars_per_year":
      "Candles in a year that the annual figures use. Absent in results of older versions.",
    "BacktestResult.time_zone":
      "Time zone of the days that the figures use. Absent in results of older versions.",
    "BacktestResult.funding_paid":
      "Funding paid less received, in the quote currency; absent without `funding` in the request.",
    "BacktestResult.actions":
      "Dividends, splits and rolls that met a position, oldest first; absent without them in the request.",
    "BacktestResult.actions.time": "Open of the candle at which it was booked, ISO 8601 in UTC.",
    "BacktestResult.actions.symbol": "Symbol of the market; absent in a run on one.",
    "BacktestResult.actions.kind": "Kind of the action.",
    "BacktestResult.actions.value":
      "Dividend per share in the quote currency, new shares for one old share, or the open of the next contract less the close of the old one.",
    "BacktestResult.actions.quantity": "Shares or contracts held after it, below 0 for a short.",
    "BacktestResult.actions.cash":
      "Cash that was booked, in the quote currency: below 0 for a short, which pays the dividend; 0 for a split; the fees of both fills for a roll, below 0.",
    "BacktestResult.tear_sheet":
      "Figures of the daily returns by name, `alpha` to `worst_year`: those of the library's `TearSheetFigures`, in snake_case; null where one is not defined. Absent when the request asks for none.",
    "BacktestResult.drawdowns": "The ten deepest drawdowns of the tear sheet, the deepest first.",
    "BacktestResult.drawdowns.start": "First day below the peak, ISO 8601 in UTC.",
    "BacktestResult.drawdowns.valley": "Day on which the account was worth least.",
    "BacktestResult.drawdowns.recovered":
      "Day on which the peak was reached again; null when it was not.",
    "BacktestResult.drawdowns.depth": "Largest drawdown, a positive fraction of the peak.",
    "BacktestResult.drawdowns.days": "Number of days below the peak.",
    "BacktestResult.benchmark":
      "Account of how the run and its benchmark were joined. Absent without a benchmark.",
    "BacktestResult.benchmark.symbol": "Trading pair of the benchmark.",
    "BacktestResult.benchmark.joined_by":
      "`trading_day` for candles of a day or longer, `time` for shorter ones.",
    "BacktestResult.benchmark.pairs":
      "Number of pairs of a candle of the run and one of the benchmark.",
    "BacktestResult.benchmark.run_only":
      "Number of candles of the run that the benchmark has none for.",
    "BacktestResult.benchmark.benchmark_only":
      "Number of candles of the benchmark, within the time of the run, that the run has none for.",
    "BacktestResult.elapsed_ms": "Time of the simulation in milliseconds.",
    "BacktestResult.warnings": "Warnings about the data and the run; absent without one.",
    "BacktestResult.monte_carlo":
      "Runs drawn as asked for; null when there is nothing to draw from. Absent when they were not asked for.",
    "BacktestResult.monte_carlo.method": "Way of drawing.",
    "BacktestResult.monte_carlo.runs": "Number of runs.",
    "BacktestResult.monte_carlo.draws": "Number of trades or returns in each run.",
    "BacktestResult.monte_carlo.final_capital": "Capital at the end, in the quote currency.",
    "BacktestResult.monte_carlo.final_capital.mean": "Mean of the runs.",
    "BacktestResult.monte_carlo.final_capital.p1": "1st percentile.",
    "BacktestResult.monte_carlo.final_capital.p5": "5th percentile.",
    "BacktestResult.monte_carlo.final_capital.p25": "25th percentile.",
    "BacktestResult.monte_carlo.final_capital.p50": "50th percentile, the median.",
    "BacktestResult.monte_carlo.final_capital.p75": "75th percentile.",
    "BacktestResult.monte_carlo.final_capital.p95": "95th percentile.",
    "BacktestResult.monte_carlo.final_capital.p99": "99th percentile.",
    "BacktestResult.monte_carlo.max_drawdown": "Largest drawdown, a positive fraction.",
    "BacktestResult.monte_carlo.max_drawdown.mean": "Mean of the runs.",
    "BacktestResult.monte_carlo.max_drawdown.p1": "1st percentile.",
    "BacktestResult.monte_carlo.max_drawdown.p5": "5th percentile.",
    "BacktestResult.monte_carlo.max_drawdown.p25": "25th percentile.",
    "BacktestResult.monte_carlo.max_drawdown.p50": "50th percentile, the median.",
    "BacktestResult.monte_carlo.max_drawdown.p75": "75th percentile.",
    "BacktestResult.monte_carlo.max_drawdown.p95": "95th percentile.",
    "BacktestResult.monte_carlo.max_drawdown.p99": "99th percentile.",
    "BacktestResult.monte_carlo.loss_probability": "Share of the runs that end with a loss, 0–1.",
    "BacktestResult.monte_carlo.ruin_probability":
      "Share of the runs that are ruined at some time, 0–1.",
    "BacktestResult.look_ahead":
      "Result of the look-ahead audit. Absent when it was not asked for.",
    "BacktestResult.look_ahead.is_clean": "True if no decision changed.",
    "BacktestResult.look_ahead.runs": "Number of shortened series.",
    "BacktestResult.look_ahead.faults": "First changed decision of each series, at most 20.",
    "BacktestResult.look_ahead.faults.candles": "Number of candles that the strategy received.",
    "BacktestResult.look_ahead.faults.index": "Place of the candle whose decision changed, from 0.",
    "BacktestResult.look_ahead.faults.time": "Time of that candle, ISO 8601 in UTC.",
    "BacktestResult.look_ahead.faults.decision": "Kind of the decision, such as `signal`.",
    "BacktestResult.look_ahead.faults.with_future": "Decision with all candles.",
    "BacktestResult.look_ahead.faults.without_future": "Decision without the later candles.",
    "ListedWalkForwardResult.strategy": "Name of the strategy.",
    "ListedWalkForwardResult.symbol":
      "Trading pair; those of a portfolio with commas between them.",
    "ListedWalkForwardResult.interval": "Length of a candle.",
    "ListedWalkForwardResult.candles":
      "Number of candles of the range, of all symbols of a portfolio.",
    "ListedWalkForwardResult.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "ListedWalkForwardResult.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "ListedWalkForwardResult.exchange":
      "Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange.",
    "ListedWalkForwardResult.source":
      "Origin of the candles; a warning goes with `simulated` ones.",
    "ListedWalkForwardResult.gaps":
      "Missing candles of the range; absent in results of older versions.",
    "ListedWalkForwardResult.gaps.policy": "Policy that was applied.",
    "ListedWalkForwardResult.gaps.count":
      "Number of gaps; the hours in which an exchange is closed are gaps too.",
    "ListedWalkForwardResult.gaps.missing": "Number of missing candles.",
    "ListedWalkForwardResult.gaps.filled": "Number of candles that were inserted.",
    "ListedWalkForwardResult.detail_interval":
      "Length of the shorter candles under those of the run; absent without `detail_interval` in the request.",
    "ListedWalkForwardResult.detail":
      "Candles that the shorter ones have simulated, and those without; absent without `detail_interval`.",
    "ListedWalkForwardResult.detail.candles": "Number of candles whose detail was simulated.",
    "ListedWalkForwardResult.detail.missing":
      "Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices.",
    "ListedWalkForwardResult.equity_sketch":
      "Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and in results of older versions.",
    "ListedWalkForwardResult.configuration":
      "Configuration that the result was computed under, every default filled in.",
    "ListedWalkForwardResult.configuration.request":
      "Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the source has the same candles. A sweep's stop and target are absent when they are the strategy's own.",
    "ListedWalkForwardResult.configuration.engine_version":
      "Version of the engine that computed the result.",
    "ListedWalkForwardResult.configuration.strategy_version": "Version of the strategy.",
    "ListedWalkForwardResult.configuration.strategy_files":
      "SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of the server itself.",
    "ListedWalkForwardResult.configuration.trading_days_from":
      "Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`).",
    "ListedWalkForwardResult.configuration.data_seed":
      "Seed of the simulated candles; null for candles from elsewhere.",
    "ListedWalkForwardResult.metric": "The figure that the best combination is chosen by.",
    "ListedWalkForwardResult.elapsed_ms": "Time of the simulation in milliseconds.",
    "ListedWalkForwardResult.result_hash":
      "Hash of the result, equal for equal requests and candles on any number of cores.",
    "ListedWalkForwardResult.warnings": "Warnings about the data and the runs; empty without one.",
    "ListedWalkForwardResult.out_of_sample": "Figures of all tests, joined to one run.",
    "ListedWalkForwardResult.out_of_sample.total_trades":
      "Number of closed trades, the one closed at the end included.",
    "ListedWalkForwardResult.out_of_sample.win_rate":
      "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "ListedWalkForwardResult.out_of_sample.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "ListedWalkForwardResult.out_of_sample.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "ListedWalkForwardResult.out_of_sample.final_capital":
      "Capital at the end, in the quote currency.",
    "ListedWalkForwardResult.out_of_sample.wins": "Number of winning trades.",
    "ListedWalkForwardResult.out_of_sample.losses": "Number of losing trades.",
    "ListedWalkForwardResult.out_of_sample.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "ListedWalkForwardResult.out_of_sample.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "ListedWalkForwardResult.out_of_sample.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "ListedWalkForwardResult.out_of_sample.exposure":
      "Bars with an open position divided by all bars, 0–1.",
    "ListedWalkForwardResult.out_of_sample.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "ListedWalkForwardResult.out_of_sample.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "ListedWalkForwardResult.out_of_sample.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "ListedWalkForwardResult.out_of_sample.sharpe":
      "Sharpe ratio a year; null where it is not defined.",
    "ListedWalkForwardResult.out_of_sample.sortino":
      "Sortino ratio a year; null where it is not defined.",
    "ListedWalkForwardResult.out_of_sample.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "ListedWalkForwardResult.out_of_sample.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "ListedWalkForwardResult.out_of_sample.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "ListedWalkForwardResult.out_of_sample.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "ListedWalkForwardResult.out_of_sample.expectancy":
      "Expected return of a trade, a fraction; null without a trade.",
    "ListedWalkForwardResult.out_of_sample.sqn":
      "System quality number; null where it is not defined.",
    "ListedWalkForwardResult.out_of_sample.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "ListedWalkForwardResult.late_closes":
      "Positions of the tests that were closed at the next open, since the last candle of their session is missing. Absent without `flat_by_close` in the request.",
    "ListedWalkForwardResult.rejected_entries":
      "Entries of the tests that were not filled since their price was 0 or below and their size, stop or target is a fraction of it. Absent without `allow_negative_prices` in the request.",
    "ListedSweepResult.strategy": "Name of the strategy.",
    "ListedSweepResult.symbol": "Trading pair; those of a portfolio with commas between them.",
    "ListedSweepResult.interval": "Length of a candle.",
    "ListedSweepResult.candles": "Number of candles of the range, of all symbols of a portfolio.",
    "ListedSweepResult.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "ListedSweepResult.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "ListedSweepResult.exchange":
      "Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange.",
    "ListedSweepResult.source": "Origin of the candles; a warning goes with `simulated` ones.",
    "ListedSweepResult.gaps": "Missing candles of the range; absent in results of older versions.",
    "ListedSweepResult.gaps.policy": "Policy that was applied.",
    "ListedSweepResult.gaps.count":
      "Number of gaps; the hours in which an exchange is closed are gaps too.",
    "ListedSweepResult.gaps.missing": "Number of missing candles.",
    "ListedSweepResult.gaps.filled": "Number of candles that were inserted.",
    "ListedSweepResult.detail_interval":
      "Length of the shorter candles under those of the run; absent without `detail_interval` in the request.",
    "ListedSweepResult.detail":
      "Candles that the shorter ones have simulated, and those without; absent without `detail_interval`.",
    "ListedSweepResult.detail.candles": "Number of candles whose detail was simulated.",
    "ListedSweepResult.detail.missing":
      "Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices.",
    "ListedSweepResult.equity_sketch":
      "Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and in results of older versions.",
    "ListedSweepResult.configuration":
      "Configuration that the result was computed under, every default filled in.",
    "ListedSweepResult.configuration.request":
      "Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the source has the same candles. A sweep's stop and target are absent when they are the strategy's own.",
    "ListedSweepResult.configuration.engine_version":
      "Version of the engine that computed the result.",
    "ListedSweepResult.configuration.strategy_version": "Version of the strategy.",
    "ListedSweepResult.configuration.strategy_files":
      "SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of the server itself.",
    "ListedSweepResult.configuration.trading_days_from":
      "Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`).",
    "ListedSweepResult.configuration.data_seed":
      "Seed of the simulated candles; null for candles from elsewhere.",
    "ListedSweepResult.metric": "The figure that the best combination is chosen by.",
    "ListedSweepResult.elapsed_ms": "Time of the simulation in milliseconds.",
    "ListedSweepResult.result_hash":
      "Hash of the result, equal for equal requests and candles on any number of cores.",
    "ListedSweepResult.warnings": "Warnings about the data and the runs; empty without one.",
    "ListedSweepResult.combinations": "Number of combinations that were run.",
    "ListedSweepResult.skipped": "Number of combinations that the strategy refused.",
    "ListedSweepResult.best": "The best combination; null when none has the metric.",
    "ListedSweepResult.best.parameters": "Parameters of the run, by name.",
    "ListedSweepResult.best.options":
      "Options that the sweep varies, by field. Absent when it varies none.",
    "ListedSweepResult.best.stopped_at":
      "Fraction of the candles at which the trial was stopped. Absent when it ran to the end.",
    "ListedSweepResult.best.total_trades":
      "Number of closed trades, the one closed at the end included.",
    "ListedSweepResult.best.win_rate":
      "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "ListedSweepResult.best.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "ListedSweepResult.best.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "ListedSweepResult.best.final_capital": "Capital at the end, in the quote currency.",
    "ListedSweepResult.best.wins": "Number of winning trades.",
    "ListedSweepResult.best.losses": "Number of losing trades.",
    "ListedSweepResult.best.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "ListedSweepResult.best.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "ListedSweepResult.best.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "ListedSweepResult.best.exposure": "Bars with an open position divided by all bars, 0–1.",
    "ListedSweepResult.best.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "ListedSweepResult.best.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "ListedSweepResult.best.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "ListedSweepResult.best.sharpe": "Sharpe ratio a year; null where it is not defined.",
    "ListedSweepResult.best.sortino": "Sortino ratio a year; null where it is not defined.",
    "ListedSweepResult.best.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "ListedSweepResult.best.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "ListedSweepResult.best.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "ListedSweepResult.best.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "ListedSweepResult.best.expectancy":
      "Expected return of a trade, a fraction; null without a trade.",
    "ListedSweepResult.best.sqn": "System quality number; null where it is not defined.",
    "ListedSweepResult.best.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "ListedSweepResult.overfitting": "Overfitting of the choice. Absent when it was not asked for.",
    "ListedSweepResult.overfitting.probability":
      "Share of splits whose choice is at or below the median in the test, 0–1.",
    "ListedSweepResult.overfitting.loss_probability":
      "Share of splits whose choice scores below 0 in the test, 0–1.",
    "ListedSweepResult.overfitting.slope":
      "Slope of test scores over training scores; null where undefined.",
    "ListedSweepResult.overfitting.intercept": "Intercept of that line; null where undefined.",
    "ListedSweepResult.overfitting.blocks": "Number of blocks of candles.",
    "ListedSweepResult.overfitting.splits": "Number of splits.",
    "ListedSweepResult.overfitting.configurations": "Number of combinations that were compared.",
    "ListedSweepResult.overfitting.deflated_sharpe":
      "Probability, 0–1, that the best Sharpe ratio is more than luck; null where undefined.",
    "ListedSweepResult.overfitting.logits":
      "Logits of the splits' choices in their tests, counted in steps. Absent in results of older versions.",
    "ListedSweepResult.overfitting.logits.from":
      "Lower end of the first step, a multiple of `width`.",
    "ListedSweepResult.overfitting.logits.width": "Width of each step.",
    "ListedSweepResult.overfitting.logits.counts":
      "Number of splits in each step, which has its upper end and not its lower one.",
    "ListedSweepResult.cross_validation":
      "Cross-validation of the choice. Absent when it was not asked for.",
    "ListedSweepResult.cross_validation.groups": "Number of groups of candles.",
    "ListedSweepResult.cross_validation.test_groups": "Number of groups that test in each split.",
    "ListedSweepResult.cross_validation.splits": "Number of splits.",
    "ListedSweepResult.cross_validation.configurations": "Number of combinations to choose from.",
    "ListedSweepResult.cross_validation.paths": "Paths through all candles, out of sample.",
    "ListedSweepResult.cross_validation.paths.sharpe":
      "Sharpe ratio of the path per candle; 0 where its returns do not vary.",
    "ListedSweepResult.cross_validation.paths.total_return": "Return of the path, as a fraction.",
    "ListedSweepResult.cross_validation.mean_sharpe": "Mean Sharpe ratio of the paths, per candle.",
    "ListedSweepResult.cross_validation.sharpe_deviation":
      "Sample deviation of the paths' Sharpe ratios; null with a single path.",
    "ListedSweepResult.cross_validation.loss_probability": "Share of the paths that lose, 0–1.",
    "Job.id": "Number of the job, from 1 in the order of creation.",
    "Job.uuid": "Job id, a UUID.",
    "Job.job_type": "Kind of the job, which says what `result` holds.",
    "Job.status": "Status of the job.",
    "Job.payload": "The request that created the job, defaults filled in.",
    "Job.result": "Result of the job; null until it completed.",
    "Job.error": "Reason of the failure; null when the job did not fail.",
    "Job.created_at": "Time of creation, ISO 8601 in UTC.",
    "Job.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "Job.started_at": "Time at which a worker took the job, ISO 8601 in UTC; null before.",
    "Job.completed_at":
      "Time at which the job completed, failed or was cancelled, ISO 8601 in UTC; null before.",
    "Job.title": "Title that somebody gave the job; null for none.",
    "Job.note": "Note that somebody wrote about the job; null for none.",
    "Job.tags": "Tags of the job, in their order.",
    "Job.pinned": "True for a job that somebody has pinned.",
    "Job.look_ahead":
      "Verdict of the audit for look-ahead: `not_run` where nobody asked for it, or the job has not completed.",
    "WalkForwardResult.strategy": "Name of the strategy.",
    "WalkForwardResult.symbol": "Trading pair; those of a portfolio with commas between them.",
    "WalkForwardResult.interval": "Length of a candle.",
    "WalkForwardResult.candles": "Number of candles of the range, of all symbols of a portfolio.",
    "WalkForwardResult.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "WalkForwardResult.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "WalkForwardResult.exchange":
      "Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange.",
    "WalkForwardResult.source": "Origin of the candles; a warning goes with `simulated` ones.",
    "WalkForwardResult.gaps": "Missing candles of the range; absent in results of older versions.",
    "WalkForwardResult.gaps.policy": "Policy that was applied.",
    "WalkForwardResult.gaps.count":
      "Number of gaps; the hours in which an exchange is closed are gaps too.",
    "WalkForwardResult.gaps.missing": "Number of missing candles.",
    "WalkForwardResult.gaps.filled": "Number of candles that were inserted.",
    "WalkForwardResult.detail_interval":
      "Length of the shorter candles under those of the run; absent without `detail_interval` in the request.",
    "WalkForwardResult.detail":
      "Candles that the shorter ones have simulated, and those without; absent without `detail_interval`.",
    "WalkForwardResult.detail.candles": "Number of candles whose detail was simulated.",
    "WalkForwardResult.detail.missing":
      "Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices.",
    "WalkForwardResult.equity_sketch":
      "Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and in results of older versions.",
    "WalkForwardResult.configuration":
      "Configuration that the result was computed under, every default filled in.",
    "WalkForwardResult.configuration.request":
      "Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the source has the same candles. A sweep's stop and target are absent when they are the strategy's own.",
    "WalkForwardResult.configuration.engine_version":
      "Version of the engine that computed the result.",
    "WalkForwardResult.configuration.strategy_version": "Version of the strategy.",
    "WalkForwardResult.configuration.strategy_files":
      "SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of the server itself.",
    "WalkForwardResult.configuration.trading_days_from":
      "Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`).",
    "WalkForwardResult.configuration.data_seed":
      "Seed of the simulated candles; null for candles from elsewhere.",
    "WalkForwardResult.metric": "The figure that the best combination is chosen by.",
    "WalkForwardResult.elapsed_ms": "Time of the simulation in milliseconds.",
    "WalkForwardResult.result_hash":
      "Hash of the result, equal for equal requests and candles on any number of cores.",
    "WalkForwardResult.warnings": "Warnings about the data and the runs; empty without one.",
    "WalkForwardResult.windows": "The windows, in the order of time.",
    "WalkForwardResult.windows.train_from":
      "Time of the first candle of the training, ISO 8601 in UTC.",
    "WalkForwardResult.windows.test_from": "Time of the first candle of the test, ISO 8601 in UTC.",
    "WalkForwardResult.windows.test_to": "Time at which the test ends, ISO 8601 in UTC.",
    "WalkForwardResult.windows.train_candles": "Number of candles of the training.",
    "WalkForwardResult.windows.test_candles": "Number of candles of the test.",
    "WalkForwardResult.windows.in_sample":
      "The best combination of the training; null when none has the metric.",
    "WalkForwardResult.windows.in_sample.parameters": "Parameters of the run, by name.",
    "WalkForwardResult.windows.in_sample.options":
      "Options that the sweep varies, by field. Absent when it varies none.",
    "WalkForwardResult.windows.in_sample.stopped_at":
      "Fraction of the candles at which the trial was stopped. Absent when it ran to the end.",
    "WalkForwardResult.windows.in_sample.total_trades":
      "Number of closed trades, the one closed at the end included.",
    "WalkForwardResult.windows.in_sample.win_rate":
      "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "WalkForwardResult.windows.in_sample.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "WalkForwardResult.windows.in_sample.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "WalkForwardResult.windows.in_sample.final_capital":
      "Capital at the end, in the quote currency.",
    "WalkForwardResult.windows.in_sample.wins": "Number of winning trades.",
    "WalkForwardResult.windows.in_sample.losses": "Number of losing trades.",
    "WalkForwardResult.windows.in_sample.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "WalkForwardResult.windows.in_sample.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "WalkForwardResult.windows.in_sample.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "WalkForwardResult.windows.in_sample.exposure":
      "Bars with an open position divided by all bars, 0–1.",
    "WalkForwardResult.windows.in_sample.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "WalkForwardResult.windows.in_sample.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "WalkForwardResult.windows.in_sample.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "WalkForwardResult.windows.in_sample.sharpe":
      "Sharpe ratio a year; null where it is not defined.",
    "WalkForwardResult.windows.in_sample.sortino":
      "Sortino ratio a year; null where it is not defined.",
    "WalkForwardResult.windows.in_sample.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "WalkForwardResult.windows.in_sample.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "WalkForwardResult.windows.in_sample.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.windows.in_sample.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.windows.in_sample.expectancy":
      "Expected return of a trade, a fraction; null without a trade.",
    "WalkForwardResult.windows.in_sample.sqn":
      "System quality number; null where it is not defined.",
    "WalkForwardResult.windows.in_sample.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "WalkForwardResult.windows.out_of_sample":
      "Figures of that combination in the test; null when there is none.",
    "WalkForwardResult.windows.out_of_sample.total_trades":
      "Number of closed trades, the one closed at the end included.",
    "WalkForwardResult.windows.out_of_sample.win_rate":
      "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "WalkForwardResult.windows.out_of_sample.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "WalkForwardResult.windows.out_of_sample.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "WalkForwardResult.windows.out_of_sample.final_capital":
      "Capital at the end, in the quote currency.",
    "WalkForwardResult.windows.out_of_sample.wins": "Number of winning trades.",
    "WalkForwardResult.windows.out_of_sample.losses": "Number of losing trades.",
    "WalkForwardResult.windows.out_of_sample.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "WalkForwardResult.windows.out_of_sample.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "WalkForwardResult.windows.out_of_sample.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "WalkForwardResult.windows.out_of_sample.exposure":
      "Bars with an open position divided by all bars, 0–1.",
    "WalkForwardResult.windows.out_of_sample.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "WalkForwardResult.windows.out_of_sample.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "WalkForwardResult.windows.out_of_sample.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "WalkForwardResult.windows.out_of_sample.sharpe":
      "Sharpe ratio a year; null where it is not defined.",
    "WalkForwardResult.windows.out_of_sample.sortino":
      "Sortino ratio a year; null where it is not defined.",
    "WalkForwardResult.windows.out_of_sample.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "WalkForwardResult.windows.out_of_sample.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "WalkForwardResult.windows.out_of_sample.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.windows.out_of_sample.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.windows.out_of_sample.expectancy":
      "Expected return of a trade, a fraction; null without a trade.",
    "WalkForwardResult.windows.out_of_sample.sqn":
      "System quality number; null where it is not defined.",
    "WalkForwardResult.windows.out_of_sample.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "WalkForwardResult.out_of_sample": "Figures of all tests, joined to one run.",
    "WalkForwardResult.out_of_sample.total_trades":
      "Number of closed trades, the one closed at the end included.",
    "WalkForwardResult.out_of_sample.win_rate":
      "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "WalkForwardResult.out_of_sample.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "WalkForwardResult.out_of_sample.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "WalkForwardResult.out_of_sample.final_capital": "Capital at the end, in the quote currency.",
    "WalkForwardResult.out_of_sample.wins": "Number of winning trades.",
    "WalkForwardResult.out_of_sample.losses": "Number of losing trades.",
    "WalkForwardResult.out_of_sample.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "WalkForwardResult.out_of_sample.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "WalkForwardResult.out_of_sample.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "WalkForwardResult.out_of_sample.exposure":
      "Bars with an open position divided by all bars, 0–1.",
    "WalkForwardResult.out_of_sample.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "WalkForwardResult.out_of_sample.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "WalkForwardResult.out_of_sample.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "WalkForwardResult.out_of_sample.sharpe": "Sharpe ratio a year; null where it is not defined.",
    "WalkForwardResult.out_of_sample.sortino":
      "Sortino ratio a year; null where it is not defined.",
    "WalkForwardResult.out_of_sample.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "WalkForwardResult.out_of_sample.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "WalkForwardResult.out_of_sample.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.out_of_sample.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "WalkForwardResult.out_of_sample.expectancy":
      "Expected return of a trade, a fraction; null without a trade.",
    "WalkForwardResult.out_of_sample.sqn": "System quality number; null where it is not defined.",
    "WalkForwardResult.out_of_sample.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "WalkForwardResult.late_closes":
      "Positions of the tests that were closed at the next open, since the last candle of their session is missing. Absent without `flat_by_close` in the request.",
    "WalkForwardResult.rejected_entries":
      "Entries of the tests that were not filled since their price was 0 or below and their size, stop or target is a fraction of it. Absent without `allow_negative_prices` in the request.",
    "SweepResult.strategy": "Name of the strategy.",
    "SweepResult.symbol": "Trading pair; those of a portfolio with commas between them.",
    "SweepResult.interval": "Length of a candle.",
    "SweepResult.candles": "Number of candles of the range, of all symbols of a portfolio.",
    "SweepResult.first_timestamp": "Time of the first candle, ISO 8601 in UTC.",
    "SweepResult.last_timestamp": "Time of the last candle, ISO 8601 in UTC.",
    "SweepResult.exchange":
      "Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange.",
    "SweepResult.source": "Origin of the candles; a warning goes with `simulated` ones.",
    "SweepResult.gaps": "Missing candles of the range; absent in results of older versions.",
    "SweepResult.gaps.policy": "Policy that was applied.",
    "SweepResult.gaps.count":
      "Number of gaps; the hours in which an exchange is closed are gaps too.",
    "SweepResult.gaps.missing": "Number of missing candles.",
    "SweepResult.gaps.filled": "Number of candles that were inserted.",
    "SweepResult.detail_interval":
      "Length of the shorter candles under those of the run; absent without `detail_interval` in the request.",
    "SweepResult.detail":
      "Candles that the shorter ones have simulated, and those without; absent without `detail_interval`.",
    "SweepResult.detail.candles": "Number of candles whose detail was simulated.",
    "SweepResult.detail.missing":
      "Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices.",
    "SweepResult.equity_sketch":
      "Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and in results of older versions.",
    "SweepResult.configuration":
      "Configuration that the result was computed under, every default filled in.",
    "SweepResult.configuration.request":
      "Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the source has the same candles. A sweep's stop and target are absent when they are the strategy's own.",
    "SweepResult.configuration.engine_version": "Version of the engine that computed the result.",
    "SweepResult.configuration.strategy_version": "Version of the strategy.",
    "SweepResult.configuration.strategy_files":
      "SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of the server itself.",
    "SweepResult.configuration.trading_days_from":
      "Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`).",
    "SweepResult.configuration.data_seed":
      "Seed of the simulated candles; null for candles from elsewhere.",
    "SweepResult.metric": "The figure that the best combination is chosen by.",
    "SweepResult.elapsed_ms": "Time of the simulation in milliseconds.",
    "SweepResult.result_hash":
      "Hash of the result, equal for equal requests and candles on any number of cores.",
    "SweepResult.warnings": "Warnings about the data and the runs; empty without one.",
    "SweepResult.combinations": "Number of combinations that were run.",
    "SweepResult.skipped": "Number of combinations that the strategy refused.",
    "SweepResult.best": "The best combination; null when none has the metric.",
    "SweepResult.best.parameters": "Parameters of the run, by name.",
    "SweepResult.best.options":
      "Options that the sweep varies, by field. Absent when it varies none.",
    "SweepResult.best.stopped_at":
      "Fraction of the candles at which the trial was stopped. Absent when it ran to the end.",
    "SweepResult.best.total_trades": "Number of closed trades, the one closed at the end included.",
    "SweepResult.best.win_rate": "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "SweepResult.best.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "SweepResult.best.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "SweepResult.best.final_capital": "Capital at the end, in the quote currency.",
    "SweepResult.best.wins": "Number of winning trades.",
    "SweepResult.best.losses": "Number of losing trades.",
    "SweepResult.best.avg_return":
      "Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below.",
    "SweepResult.best.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "SweepResult.best.avg_duration_minutes":
      "Mean duration of a trade in minutes; null without a trade.",
    "SweepResult.best.exposure": "Bars with an open position divided by all bars, 0–1.",
    "SweepResult.best.buy_hold_return":
      "Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below.",
    "SweepResult.best.annual_return":
      "Return a year, compounded, a fraction; null below 30 days, and where it is not defined.",
    "SweepResult.best.annual_volatility":
      "Standard deviation of the returns a year, a fraction; null where it is not defined.",
    "SweepResult.best.sharpe": "Sharpe ratio a year; null where it is not defined.",
    "SweepResult.best.sortino": "Sortino ratio a year; null where it is not defined.",
    "SweepResult.best.calmar":
      "Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown.",
    "SweepResult.best.max_drawdown_duration_minutes":
      "Longest time below a peak of the equity, in minutes.",
    "SweepResult.best.best_trade":
      "Return of the best trade, a fraction; null without a trade, and where `avg_return` is.",
    "SweepResult.best.worst_trade":
      "Return of the worst trade, a fraction; null without a trade, and where `avg_return` is.",
    "SweepResult.best.expectancy": "Expected return of a trade, a fraction; null without a trade.",
    "SweepResult.best.sqn": "System quality number; null where it is not defined.",
    "SweepResult.best.fees_paid":
      "Sum of all fees, in the quote currency; below 0 where rebates exceed them.",
    "SweepResult.overfitting": "Overfitting of the choice. Absent when it was not asked for.",
    "SweepResult.overfitting.probability":
      "Share of splits whose choice is at or below the median in the test, 0–1.",
    "SweepResult.overfitting.loss_probability":
      "Share of splits whose choice scores below 0 in the test, 0–1.",
    "SweepResult.overfitting.slope":
      "Slope of test scores over training scores; null where undefined.",
    "SweepResult.overfitting.intercept": "Intercept of that line; null where undefined.",
    "SweepResult.overfitting.blocks": "Number of blocks of candles.",
    "SweepResult.overfitting.splits": "Number of splits.",
    "SweepResult.overfitting.configurations": "Number of combinations that were compared.",
    "SweepResult.overfitting.deflated_sharpe":
      "Probability, 0–1, that the best Sharpe ratio is more than luck; null where undefined.",
    "SweepResult.overfitting.logits":
      "Logits of the splits' choices in their tests, counted in steps. Absent in results of older versions.",
    "SweepResult.overfitting.logits.from": "Lower end of the first step, a multiple of `width`.",
    "SweepResult.overfitting.logits.width": "Width of each step.",
    "SweepResult.overfitting.logits.counts":
      "Number of splits in each step, which has its upper end and not its lower one.",
    "SweepResult.cross_validation":
      "Cross-validation of the choice. Absent when it was not asked for.",
    "SweepResult.cross_validation.groups": "Number of groups of candles.",
    "SweepResult.cross_validation.test_groups": "Number of groups that test in each split.",
    "SweepResult.cross_validation.splits": "Number of splits.",
    "SweepResult.cross_validation.configurations": "Number of combinations to choose from.",
    "SweepResult.cross_validation.paths": "Paths through all candles, out of sample.",
    "SweepResult.cross_validation.paths.sharpe":
      "Sharpe ratio of the path per candle; 0 where its returns do not vary.",
    "SweepResult.cross_validation.paths.total_return": "Return of the path, as a fraction.",
    "SweepResult.cross_validation.mean_sharpe": "Mean Sharpe ratio of the paths, per candle.",
    "SweepResult.cross_validation.sharpe_deviation":
      "Sample deviation of the paths' Sharpe ratios; null with a single path.",
    "SweepResult.cross_validation.loss_probability": "Share of the paths that lose, 0–1.",
    "SweepResult.grid": "The cells of the heat map, one a combination.",
    "SweepResult.grid.parameters": "Parameters of the run, by name.",
    "SweepResult.grid.options":
      "Options that the sweep varies, by field. Absent when it varies none.",
    "SweepResult.grid.stopped_at":
      "Fraction of the candles at which the trial was stopped. Absent when it ran to the end.",
    "SweepResult.grid.value": "Value of the metric; null where it is not defined.",
    "SweepResult.grid.total_trades": "Number of closed trades, the one closed at the end included.",
    "SweepResult.grid.win_rate": "Winning trades divided by all trades, 0–1; 0 without a trade.",
    "SweepResult.grid.total_return":
      "Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %.",
    "SweepResult.grid.max_drawdown":
      "Largest fall from a running peak of the equity, a positive fraction.",
    "SweepResult.grid.final_capital": "Capital at the end, in the quote currency.",
    "SweepResult.grid.sharpe": "Sharpe ratio a year; null where it is not defined.",
    "SweepResult.grid.profit_factor":
      "Sum of the profits divided by the sum of the losses; null without a loss.",
    "WebhookWithSecret.id": "Webhook id, a UUID.",
    "WebhookWithSecret.url": "Address that events are posted to.",
    "WebhookWithSecret.events": "Types of the events that it gets; `*` stands for all.",
    "WebhookWithSecret.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "WebhookWithSecret.created_at": "Time of creation.",
    "WebhookWithSecret.secret":
      "Secret of the signatures (Standard Webhooks), `whsec_…`. No other answer shows it.",
    "Webhook.id": "Webhook id, a UUID.",
    "Webhook.url": "Address that events are posted to.",
    "Webhook.events": "Types of the events that it gets; `*` stands for all.",
    "Webhook.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "Webhook.created_at": "Time of creation.",
    "WebhookDelivery.id": "Delivery id, a UUID.",
    "WebhookDelivery.event_id":
      "Id of the event, the header `webhook-id`; the same whenever it is sent again.",
    "WebhookDelivery.type": "Type of the event.",
    "WebhookDelivery.status":
      "`waiting` until the receiver has answered 200–299 (`delivered`), or it was given up (`failed`).",
    "WebhookDelivery.attempts":
      "Number of requests that were begun since the event, or its last replay.",
    "WebhookDelivery.error": "Sentence about the last failure; null when there was none.",
    "WebhookDelivery.occurred_at": "Time of the event.",
    "WebhookDelivery.next_attempt_at":
      "Time of the next request, or of the end of the one under way; null once the delivery has ended.",
    "SweepRequest.initial_capital":
      "Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000.",
    "SweepRequest.transaction_fee":
      "Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001.",
    "SweepRequest.maker_fee":
      "Fee of limit fills (targets, profit steps) as a fraction of their value; negative for a rebate. Above -0.5, below 0.5; default `transaction_fee`.",
    "SweepRequest.fixed_fee":
      "Fixed fee of each order beside `transaction_fee`, in the quote currency. At least 0; default 0.",
    "SweepRequest.fee_tiers":
      "Fees by the value that the account traded in the 30 days before a fill: 1–100 tiers with rising `volume`, of which the last one reached holds; below the first the fees are `maker_fee` and `transaction_fee`. Default: none.",
    "SweepRequest.fee_tiers.volume":
      "Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0.",
    "SweepRequest.fee_tiers.maker":
      "Fee of limit fills as a fraction of their value. Above -0.5, below 0.5.",
    "SweepRequest.fee_tiers.taker":
      "Fee of all other fills as a fraction of their value. Above -0.5, below 0.5.",
    "SweepRequest.slippage":
      "Slippage against each trade: a fraction of the price, 0 to below 0.5, or an object with a spread or a share of the volume. Default 0.",
    "SweepRequest.slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "SweepRequest.slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "SweepRequest.slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "SweepRequest.exit_slippage":
      "Slippage of market fills that close a position. Default `slippage`.",
    "SweepRequest.exit_slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "SweepRequest.exit_slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "SweepRequest.exit_slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "SweepRequest.fill":
      "Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`.",
    "SweepRequest.direction": "The sides that the strategy may trade. Default: the strategy's own.",
    "SweepRequest.position_size_pct":
      "Fraction of the equity that a position takes, above 0 and at most 1. Default 1.",
    "SweepRequest.position_size":
      "Size of an entry: a fraction as in `position_size_pct`, or an object with one of units, cash and risk. Only one of the two fields may be sent.",
    "SweepRequest.position_size.units": "Quantity of an entry in base units, above 0.",
    "SweepRequest.position_size.cash":
      "Amount that an entry spends, in the quote currency, above 0.",
    "SweepRequest.position_size.risk":
      "Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; needs a stop.",
    "SweepRequest.pyramiding":
      "Number of entries that a position may have: each further entry signal on the side that is held adds to it. 1–10,000; default 1.",
    "SweepRequest.lot_size":
      "Lot size in base units; quantities are rounded down to whole lots. At least 0; default 0, any fraction.",
    "SweepRequest.tick_size":
      "Tick size in the quote currency; prices are rounded to it against the account. At least 0; default 0, any.",
    "SweepRequest.minimum_notional":
      "Smallest value of an entry in the quote currency; smaller entries are skipped. At least 0; default 0.",
    "SweepRequest.leverage":
      "Largest ratio of a position's value to the cash committed to it. 1–125; default 1.",
    "SweepRequest.borrow_rate":
      "Borrowing cost of each candle as a fraction of the borrowed amount, 0 to below 0.5; with `symbols` also by symbol, where the others cost nothing. Default 0.",
    "SweepRequest.dividends":
      "Dividends of the share, with `symbols` by symbol, 10,000 at most: on the ex-date a long receives quantity × amount and a short pays it. Default: none.",
    "SweepRequest.dividends.timestamp":
      "Ex-date, milliseconds UTC: booked at the open of the first candle that opens then or later.",
    "SweepRequest.dividends.amount": "Amount per share in the quote currency, above 0.",
    "SweepRequest.splits":
      "Splits of the share, with `symbols` by symbol, 10,000 at most, for candles that are not adjusted: on the ex-date quantities are multiplied and prices of entries, stops, targets and orders divided. Default: none.",
    "SweepRequest.splits.timestamp":
      "Ex-date, milliseconds UTC: made at the open of the first candle that opens then or later.",
    "SweepRequest.splits.ratio":
      "New shares for one old share, above 0: 4 for 4:1, 0.1 for a reverse split of 1:10.",
    "SweepRequest.contract":
      "Contract of a future, with `symbols` by symbol: quantities are whole contracts of price × `multiplier` each, and with `margin` an entry binds that instead of its value. Default: none.",
    "SweepRequest.contract.multiplier":
      "Money that one point of price is worth for one contract: 50 for the E-mini S&P 500. Above 0; default 1.",
    "SweepRequest.contract.tick":
      "Smallest step of a price, above 0: `tick_size` of this market. Default: `tick_size`.",
    "SweepRequest.contract.currency":
      "Currency of its money, 1–16 characters: that of the account, since nothing is converted. Default: not told.",
    "SweepRequest.contract.margin":
      "Initial margin of one contract, above 0: what an entry binds of the cash. Default: its value / `leverage`.",
    "SweepRequest.rolls":
      "Rolls of a future, with `symbols` by symbol, 10,000 rising times in milliseconds UTC at most: a position is closed at the close of the last candle before, and opened again at the next open. Default: none.",
    "SweepRequest.maintenance_margin":
      "Maintenance margin as a fraction of the position's value, or of its contract's margin, 0 to below 1. Default 0.",
    "SweepRequest.take_profit_pct":
      "Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the strategy's own.",
    "SweepRequest.take_profit":
      "Another name of `take_profit_pct`, as the library has it. Only one of the two may be sent.",
    "SweepRequest.stop_loss_pct":
      "Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's own.",
    "SweepRequest.stop_loss":
      "Another name of `stop_loss_pct`, as the library has it. Only one of the two may be sent.",
    "SweepRequest.trailing_stop": "Stop that follows the best price. Default: none.",
    "SweepRequest.trailing_stop.distance":
      "Distance from the best price, a fraction of it. Above 0, below 1.",
    "SweepRequest.trailing_stop.activation":
      "Profit after fees at which the stop activates, a fraction of the entry price. At least 0; default 0.",
    "SweepRequest.trailing_stop.active_distance":
      "Distance from the best price once the best profit exceeds `activation`. Default `distance`.",
    "SweepRequest.trailing_stop.wait_for_activation":
      "True keeps the stop at its initial level until the best profit reaches `activation`. Default false.",
    "SweepRequest.calendar":
      "Calendar of the market: a name such as `XNYS`, `CME`, `FX`, `always` or `weekdays`, or its hours. It tells gaps from closed hours, gives strategies the session of each candle, and says when `flat_by_close` closes. Default: none; gaps are judged by the hours that the candles show.",
    "SweepRequest.calendar.zone": "IANA time zone of the hours, such as `America/New_York`.",
    "SweepRequest.calendar.days":
      "Weekdays with a session: names such as `Mon`, or numbers from 1 (Monday) to 7. Default Monday to Friday.",
    "SweepRequest.calendar.sessions":
      "Opening and closing times of a day in order, `HH:MM` up to `24:00`; two with a break between them. A first time that is not before its second is of the evening before.",
    "SweepRequest.calendar.holidays":
      "Dates without a session, `YYYY-MM-DD`, at most 10,000. Default none.",
    "SweepRequest.flat_by_close":
      "True closes every position at the close of its session's last candle, and cancels what waits; needs `calendar` and candles of at most a day. Positions of a session whose last candle is missing are closed at the next open. Default false.",
    "SweepRequest.allow_negative_prices":
      "True takes candles whose prices are 0 and below, as those of spreads and rates. There an entry is filled by a size in units alone, and without exits that are fractions of its price; others are counted as `rejected_entries`. Returns from such a price are null. Default false.",
    "SweepRequest.compatibility":
      "Rules in which other programs differ: a program by name, or single rules. Default: the engine's own rules.",
    "SweepRequest.compatibility.preset":
      "The program whose rules apply where this object names none. Default: the engine's own rules.",
    "SweepRequest.compatibility.intrabar":
      "Order of events when one candle touches stop and target. Default `stop_first`.",
    "SweepRequest.compatibility.gap":
      "Fill price of a stop when the candle opens beyond it: that `open`, or the stop's `level`. Default `open`.",
    "SweepRequest.compatibility.levels":
      "Price from which the distances of stop and target count. Default `entry`.",
    "SweepRequest.compatibility.repeated_entry":
      "Effect of an entry signal while that side is held; for additions see `pyramiding`. Default `ignore`.",
    "SweepRequest.compatibility.trailing":
      "Candle from which a trailing stop's new level counts. Default `same_candle`.",
    "SweepRequest.compatibility.signal_on_exit":
      "Effect of a signal on the candle on which a stop or target closed the position. Default `keep`.",
    "SweepRequest.compatibility.reversal_fee":
      "Number of fixed fees of a reversal. Default `once`.",
    "SweepRequest.compatibility.stop_limit":
      "Fill of a stop-limit order on the candle that sets it off; without effect on signals. Default `by_close`.",
    "SweepRequest.compatibility.margin_fee":
      "Source of the entry fee with leverage: the account's own cash, or the margin. Default `own_cash`.",
    "SweepRequest.compatibility.liquidation":
      "Moment at which an account without `maintenance_margin` is liquidated: at the price inside a candle at which nothing is left, or only at a close. Default `inside_candle`.",
    "SweepRequest.compatibility.final_position":
      "Treatment of a position that is held after the last candle. Default `last_close`.",
    "SweepRequest.compatibility.profit_steps":
      "Table of profits that close a position after a time, at most 100 steps. Default: none.",
    "SweepRequest.compatibility.profit_steps.after_minutes":
      "Whole minutes after the entry from which the step applies, at least 0; each step's is above the one before.",
    "SweepRequest.compatibility.profit_steps.profit":
      "Profit after the fees of both sides that closes the position, a fraction of the entry price. At least -1.",
    "SweepRequest.train_split":
      "First fraction of the candles, which is not simulated, 0 to below 1. Default 0.",
    "SweepRequest.trading_days":
      "Trading days in a year, for annual figures, above 0 and at most 366. Default: counted from the candles, 252 where the market opens on five days of the week and 365 where it never closes.",
    "SweepRequest.days_per_year":
      "Another name of `trading_days`, as the library has it. Only one of the two may be sent.",
    "SweepRequest.bars_per_year":
      "Candles in a year, for annual figures, above 0 and at most 31,622,400. Default: candles of a trading day, counted from the candles, times trading days in a year.",
    "SweepRequest.time_zone":
      "Time zone by whose dates candles that are shorter than a day belong to days, weeks, months and years: IANA such as `America/New_York`, or an offset such as `+05:30`. Default `UTC`.",
    "SweepRequest.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT.",
    "SweepRequest.interval":
      'Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default "1", a minute.',
    "SweepRequest.limit":
      "Number of candles, 1–1,000,000: the newest of the range. Default: all from `start_time` on, at most 1,000,000; without `start_time` 1,000.",
    "SweepRequest.strategy":
      "Name of a registered strategy, 1–64 characters. Default `wavelet_reversal`.",
    "SweepRequest.parameters":
      "Parameters of the strategy by name: one value, a list, or a range each; absent ones take the strategy's defaults.",
    "SweepRequest.parameters.from": "First value, inclusive.",
    "SweepRequest.parameters.to": "Last value, inclusive.",
    "SweepRequest.parameters.step":
      "Distance of two values, above 0; without one, only a random search can draw from the range.",
    "SweepRequest.parameters.scale":
      "Scale on which a search draws: `log` needs a `from` above 0. Default `linear`.",
    "SweepRequest.exchange":
      "Exchange or other source of the candles. Default: the server's provider.",
    "SweepRequest.funding":
      "True: the funding rates of the exchange, one of perpetual contracts such as `bybitperpetual`, are applied to the positions. Rates of your own, oldest first and by symbol with `symbols`, are applied in their place. Default false.",
    "SweepRequest.funding.time": "Time of the payment, ISO 8601; without an offset it is UTC.",
    "SweepRequest.funding.rate":
      "Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0.",
    "SweepRequest.funding.mark_price":
      "Mark price at the payment, above 0. Default: the open of a candle that opens then, else its candle's close.",
    "SweepRequest.detail_interval":
      "Length of shorter candles of the same source, which order the fills inside each candle; it divides `interval`. The shorter candles of the range are at most 1,000,000. Default: none.",
    "SweepRequest.start_time":
      "Start of the range, ISO 8601, inclusive; without an offset it is UTC. Default: no start.",
    "SweepRequest.end_time":
      "End of the range, ISO 8601, exclusive; without an offset it is UTC. Default: now.",
    "SweepRequest.gaps":
      "Policy for missing candles: counted, refused (the job fails), or filled with the close before and no volume. Default `report`.",
    "SweepRequest.metric": "The figure that the best combination is chosen by. Default `sharpe`.",
    "SweepRequest.search":
      "Searches among the combinations instead of running all of them. Default: all are run.",
    "SweepRequest.search.count": "Number of combinations to run, 1–10,000.",
    "SweepRequest.search.method":
      "`random` draws; `tpe`, a tree-structured Parzen estimator, searches near the best so far. Default `random`.",
    "SweepRequest.search.seed":
      "Seed of the draw, from 0: the same seed draws the same combinations. Default 1.",
    "SweepRequest.option_ranges":
      "Values to try for options, by field: a list, where null stands for none, or a range. Default: none varies.",
    "SweepRequest.option_ranges.from": "First value, inclusive.",
    "SweepRequest.option_ranges.to": "Last value, inclusive.",
    "SweepRequest.option_ranges.step":
      "Distance of two values, above 0; without one, only a random search can draw from the range.",
    "SweepRequest.option_ranges.scale":
      "Scale on which a search draws: `log` needs a `from` above 0. Default `linear`.",
    "SweepRequest.constraints":
      "Rules of combinations, at most 32, such as `fast_period < slow_period`. Default: the strategy's own.",
    "SweepRequest.early_stopping":
      "Stops trials below the median of the earlier ones on a leading part of the candles. Default: none.",
    "SweepRequest.early_stopping.fractions":
      "Fractions of the candles to stop at, 1–8, rising. Default 0.25 and 0.5.",
    "SweepRequest.early_stopping.startup":
      "Number of trials that reach a fraction before one is stopped there, 1–10,000. Default 10.",
    "SweepRequest.overfitting":
      "Probability that the choice is overfitting (CSCV), and the deflated Sharpe ratio. Default: neither.",
    "SweepRequest.overfitting.blocks": "Number of blocks, even, 2–20. Default 16.",
    "SweepRequest.overfitting.score": "The figure to compare by. Default `sharpe`.",
    "SweepRequest.cross_validation":
      "Combinatorial purged cross-validation of the choice. Default: none.",
    "SweepRequest.cross_validation.groups": "Number of groups of candles, 2–20. Default 6.",
    "SweepRequest.cross_validation.test_groups":
      "Number of groups that test, fewer than `groups`. Default 2.",
    "SweepRequest.cross_validation.purge_candles":
      "Training candles to drop before each test, 0–1,000,000. Default 0.",
    "SweepRequest.cross_validation.embargo_candles":
      "Training candles to drop after each test, 0–1,000,000. Default 0.",
    "SweepRequest.cross_validation.score": "The figure to choose by. Default `sharpe`.",
    "WalkForwardRequest.initial_capital":
      "Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000.",
    "WalkForwardRequest.transaction_fee":
      "Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001.",
    "WalkForwardRequest.maker_fee":
      "Fee of limit fills (targets, profit steps) as a fraction of their value; negative for a rebate. Above -0.5, below 0.5; default `transaction_fee`.",
    "WalkForwardRequest.fixed_fee":
      "Fixed fee of each order beside `transaction_fee`, in the quote currency. At least 0; default 0.",
    "WalkForwardRequest.fee_tiers":
      "Fees by the value that the account traded in the 30 days before a fill: 1–100 tiers with rising `volume`, of which the last one reached holds; below the first the fees are `maker_fee` and `transaction_fee`. Default: none.",
    "WalkForwardRequest.fee_tiers.volume":
      "Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0.",
    "WalkForwardRequest.fee_tiers.maker":
      "Fee of limit fills as a fraction of their value. Above -0.5, below 0.5.",
    "WalkForwardRequest.fee_tiers.taker":
      "Fee of all other fills as a fraction of their value. Above -0.5, below 0.5.",
    "WalkForwardRequest.slippage":
      "Slippage against each trade: a fraction of the price, 0 to below 0.5, or an object with a spread or a share of the volume. Default 0.",
    "WalkForwardRequest.slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "WalkForwardRequest.slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "WalkForwardRequest.slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "WalkForwardRequest.exit_slippage":
      "Slippage of market fills that close a position. Default `slippage`.",
    "WalkForwardRequest.exit_slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "WalkForwardRequest.exit_slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "WalkForwardRequest.exit_slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "WalkForwardRequest.fill":
      "Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`.",
    "WalkForwardRequest.direction":
      "The sides that the strategy may trade. Default: the strategy's own.",
    "WalkForwardRequest.position_size_pct":
      "Fraction of the equity that a position takes, above 0 and at most 1. Default 1.",
    "WalkForwardRequest.position_size":
      "Size of an entry: a fraction as in `position_size_pct`, or an object with one of units, cash and risk. Only one of the two fields may be sent.",
    "WalkForwardRequest.position_size.units": "Quantity of an entry in base units, above 0.",
    "WalkForwardRequest.position_size.cash":
      "Amount that an entry spends, in the quote currency, above 0.",
    "WalkForwardRequest.position_size.risk":
      "Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; needs a stop.",
    "WalkForwardRequest.pyramiding":
      "Number of entries that a position may have: each further entry signal on the side that is held adds to it. 1–10,000; default 1.",
    "WalkForwardRequest.lot_size":
      "Lot size in base units; quantities are rounded down to whole lots. At least 0; default 0, any fraction.",
    "WalkForwardRequest.tick_size":
      "Tick size in the quote currency; prices are rounded to it against the account. At least 0; default 0, any.",
    "WalkForwardRequest.minimum_notional":
      "Smallest value of an entry in the quote currency; smaller entries are skipped. At least 0; default 0.",
    "WalkForwardRequest.leverage":
      "Largest ratio of a position's value to the cash committed to it. 1–125; default 1.",
    "WalkForwardRequest.borrow_rate":
      "Borrowing cost of each candle as a fraction of the borrowed amount, 0 to below 0.5; with `symbols` also by symbol, where the others cost nothing. Default 0.",
    "WalkForwardRequest.dividends":
      "Dividends of the share, with `symbols` by symbol, 10,000 at most: on the ex-date a long receives quantity × amount and a short pays it. Default: none.",
    "WalkForwardRequest.dividends.timestamp":
      "Ex-date, milliseconds UTC: booked at the open of the first candle that opens then or later.",
    "WalkForwardRequest.dividends.amount": "Amount per share in the quote currency, above 0.",
    "WalkForwardRequest.splits":
      "Splits of the share, with `symbols` by symbol, 10,000 at most, for candles that are not adjusted: on the ex-date quantities are multiplied and prices of entries, stops, targets and orders divided. Default: none.",
    "WalkForwardRequest.splits.timestamp":
      "Ex-date, milliseconds UTC: made at the open of the first candle that opens then or later.",
    "WalkForwardRequest.splits.ratio":
      "New shares for one old share, above 0: 4 for 4:1, 0.1 for a reverse split of 1:10.",
    "WalkForwardRequest.contract":
      "Contract of a future, with `symbols` by symbol: quantities are whole contracts of price × `multiplier` each, and with `margin` an entry binds that instead of its value. Default: none.",
    "WalkForwardRequest.contract.multiplier":
      "Money that one point of price is worth for one contract: 50 for the E-mini S&P 500. Above 0; default 1.",
    "WalkForwardRequest.contract.tick":
      "Smallest step of a price, above 0: `tick_size` of this market. Default: `tick_size`.",
    "WalkForwardRequest.contract.currency":
      "Currency of its money, 1–16 characters: that of the account, since nothing is converted. Default: not told.",
    "WalkForwardRequest.contract.margin":
      "Initial margin of one contract, above 0: what an entry binds of the cash. Default: its value / `leverage`.",
    "WalkForwardRequest.rolls":
      "Rolls of a future, with `symbols` by symbol, 10,000 rising times in milliseconds UTC at most: a position is closed at the close of the last candle before, and opened again at the next open. Default: none.",
    "WalkForwardRequest.maintenance_margin":
      "Maintenance margin as a fraction of the position's value, or of its contract's margin, 0 to below 1. Default 0.",
    "WalkForwardRequest.take_profit_pct":
      "Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the strategy's own.",
    "WalkForwardRequest.take_profit":
      "Another name of `take_profit_pct`, as the library has it. Only one of the two may be sent.",
    "WalkForwardRequest.stop_loss_pct":
      "Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's own.",
    "WalkForwardRequest.stop_loss":
      "Another name of `stop_loss_pct`, as the library has it. Only one of the two may be sent.",
    "WalkForwardRequest.trailing_stop": "Stop that follows the best price. Default: none.",
    "WalkForwardRequest.trailing_stop.distance":
      "Distance from the best price, a fraction of it. Above 0, below 1.",
    "WalkForwardRequest.trailing_stop.activation":
      "Profit after fees at which the stop activates, a fraction of the entry price. At least 0; default 0.",
    "WalkForwardRequest.trailing_stop.active_distance":
      "Distance from the best price once the best profit exceeds `activation`. Default `distance`.",
    "WalkForwardRequest.trailing_stop.wait_for_activation":
      "True keeps the stop at its initial level until the best profit reaches `activation`. Default false.",
    "WalkForwardRequest.calendar":
      "Calendar of the market: a name such as `XNYS`, `CME`, `FX`, `always` or `weekdays`, or its hours. It tells gaps from closed hours, gives strategies the session of each candle, and says when `flat_by_close` closes. Default: none; gaps are judged by the hours that the candles show.",
    "WalkForwardRequest.calendar.zone": "IANA time zone of the hours, such as `America/New_York`.",
    "WalkForwardRequest.calendar.days":
      "Weekdays with a session: names such as `Mon`, or numbers from 1 (Monday) to 7. Default Monday to Friday.",
    "WalkForwardRequest.calendar.sessions":
      "Opening and closing times of a day in order, `HH:MM` up to `24:00`; two with a break between them. A first time that is not before its second is of the evening before.",
    "WalkForwardRequest.calendar.holidays":
      "Dates without a session, `YYYY-MM-DD`, at most 10,000. Default none.",
    "WalkForwardRequest.flat_by_close":
      "True closes every position at the close of its session's last candle, and cancels what waits; needs `calendar` and candles of at most a day. Positions of a session whose last candle is missing are closed at the next open. Default false.",
    "WalkForwardRequest.allow_negative_prices":
      "True takes candles whose prices are 0 and below, as those of spreads and rates. There an entry is filled by a size in units alone, and without exits that are fractions of its price; others are counted as `rejected_entries`. Returns from such a price are null. Default false.",
    "WalkForwardRequest.compatibility":
      "Rules in which other programs differ: a program by name, or single rules. Default: the engine's own rules.",
    "WalkForwardRequest.compatibility.preset":
      "The program whose rules apply where this object names none. Default: the engine's own rules.",
    "WalkForwardRequest.compatibility.intrabar":
      "Order of events when one candle touches stop and target. Default `stop_first`.",
    "WalkForwardRequest.compatibility.gap":
      "Fill price of a stop when the candle opens beyond it: that `open`, or the stop's `level`. Default `open`.",
    "WalkForwardRequest.compatibility.levels":
      "Price from which the distances of stop and target count. Default `entry`.",
    "WalkForwardRequest.compatibility.repeated_entry":
      "Effect of an entry signal while that side is held; for additions see `pyramiding`. Default `ignore`.",
    "WalkForwardRequest.compatibility.trailing":
      "Candle from which a trailing stop's new level counts. Default `same_candle`.",
    "WalkForwardRequest.compatibility.signal_on_exit":
      "Effect of a signal on the candle on which a stop or target closed the position. Default `keep`.",
    "WalkForwardRequest.compatibility.reversal_fee":
      "Number of fixed fees of a reversal. Default `once`.",
    "WalkForwardRequest.compatibility.stop_limit":
      "Fill of a stop-limit order on the candle that sets it off; without effect on signals. Default `by_close`.",
    "WalkForwardRequest.compatibility.margin_fee":
      "Source of the entry fee with leverage: the account's own cash, or the margin. Default `own_cash`.",
    "WalkForwardRequest.compatibility.liquidation":
      "Moment at which an account without `maintenance_margin` is liquidated: at the price inside a candle at which nothing is left, or only at a close. Default `inside_candle`.",
    "WalkForwardRequest.compatibility.final_position":
      "Treatment of a position that is held after the last candle. Default `last_close`.",
    "WalkForwardRequest.compatibility.profit_steps":
      "Table of profits that close a position after a time, at most 100 steps. Default: none.",
    "WalkForwardRequest.compatibility.profit_steps.after_minutes":
      "Whole minutes after the entry from which the step applies, at least 0; each step's is above the one before.",
    "WalkForwardRequest.compatibility.profit_steps.profit":
      "Profit after the fees of both sides that closes the position, a fraction of the entry price. At least -1.",
    "WalkForwardRequest.train_split": "Not allowed: the trainings of the windows take its place.",
    "WalkForwardRequest.trading_days":
      "Trading days in a year, for annual figures, above 0 and at most 366. Default: counted from the candles, 252 where the market opens on five days of the week and 365 where it never closes.",
    "WalkForwardRequest.days_per_year":
      "Another name of `trading_days`, as the library has it. Only one of the two may be sent.",
    "WalkForwardRequest.bars_per_year":
      "Candles in a year, for annual figures, above 0 and at most 31,622,400. Default: candles of a trading day, counted from the candles, times trading days in a year.",
    "WalkForwardRequest.time_zone":
      "Time zone by whose dates candles that are shorter than a day belong to days, weeks, months and years: IANA such as `America/New_York`, or an offset such as `+05:30`. Default `UTC`.",
    "WalkForwardRequest.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT.",
    "WalkForwardRequest.interval":
      'Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`. Default "1", a minute.',
    "WalkForwardRequest.limit":
      "Number of candles, 1–1,000,000: the newest of the range. Default: all from `start_time` on, at most 1,000,000; without `start_time` 1,000.",
    "WalkForwardRequest.strategy":
      "Name of a registered strategy, 1–64 characters. Default `wavelet_reversal`.",
    "WalkForwardRequest.parameters":
      "Parameters of the strategy by name: one value, a list, or a range each; absent ones take the strategy's defaults.",
    "WalkForwardRequest.parameters.from": "First value, inclusive.",
    "WalkForwardRequest.parameters.to": "Last value, inclusive.",
    "WalkForwardRequest.parameters.step":
      "Distance of two values, above 0; without one, only a random search can draw from the range.",
    "WalkForwardRequest.parameters.scale":
      "Scale on which a search draws: `log` needs a `from` above 0. Default `linear`.",
    "WalkForwardRequest.exchange":
      "Exchange or other source of the candles. Default: the server's provider.",
    "WalkForwardRequest.funding":
      "True: the funding rates of the exchange, one of perpetual contracts such as `bybitperpetual`, are applied to the positions. Rates of your own, oldest first and by symbol with `symbols`, are applied in their place. Default false.",
    "WalkForwardRequest.funding.time":
      "Time of the payment, ISO 8601; without an offset it is UTC.",
    "WalkForwardRequest.funding.rate":
      "Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0.",
    "WalkForwardRequest.funding.mark_price":
      "Mark price at the payment, above 0. Default: the open of a candle that opens then, else its candle's close.",
    "WalkForwardRequest.detail_interval":
      "Length of shorter candles of the same source, which order the fills inside each candle; it divides `interval`. The shorter candles of the range are at most 1,000,000. Default: none.",
    "WalkForwardRequest.start_time":
      "Start of the range, ISO 8601, inclusive; without an offset it is UTC. Default: no start.",
    "WalkForwardRequest.end_time":
      "End of the range, ISO 8601, exclusive; without an offset it is UTC. Default: now.",
    "WalkForwardRequest.gaps":
      "Policy for missing candles: counted, refused (the job fails), or filled with the close before and no volume. Default `report`.",
    "WalkForwardRequest.metric":
      "The figure that the best combination is chosen by. Default `sharpe`.",
    "WalkForwardRequest.search":
      "Searches among the combinations instead of running all of them. Default: all are run.",
    "WalkForwardRequest.search.count": "Number of combinations to run, 1–10,000.",
    "WalkForwardRequest.search.method":
      "`random` draws; `tpe`, a tree-structured Parzen estimator, searches near the best so far. Default `random`.",
    "WalkForwardRequest.search.seed":
      "Seed of the draw, from 0: the same seed draws the same combinations. Default 1.",
    "WalkForwardRequest.option_ranges":
      "Values to try for options, by field: a list, where null stands for none, or a range. Default: none varies.",
    "WalkForwardRequest.option_ranges.from": "First value, inclusive.",
    "WalkForwardRequest.option_ranges.to": "Last value, inclusive.",
    "WalkForwardRequest.option_ranges.step":
      "Distance of two values, above 0; without one, only a random search can draw from the range.",
    "WalkForwardRequest.option_ranges.scale":
      "Scale on which a search draws: `log` needs a `from` above 0. Default `linear`.",
    "WalkForwardRequest.constraints":
      "Rules of combinations, at most 32, such as `fast_period < slow_period`. Default: the strategy's own.",
    "WalkForwardRequest.early_stopping":
      "Stops trials below the median of the earlier ones on a leading part of the candles. Default: none.",
    "WalkForwardRequest.early_stopping.fractions":
      "Fractions of the candles to stop at, 1–8, rising. Default 0.25 and 0.5.",
    "WalkForwardRequest.early_stopping.startup":
      "Number of trials that reach a fraction before one is stopped there, 1–10,000. Default 10.",
    "WalkForwardRequest.train_candles":
      "Candles that parameters are chosen on, the purged ones included, 1–1,000,000.",
    "WalkForwardRequest.test_candles": "Candles that the choice is then traded on, 1–1,000,000.",
    "WalkForwardRequest.step_candles":
      "Candles from one window to the next, 1–1,000,000. Default `test_candles`.",
    "WalkForwardRequest.anchored":
      "True to begin every training range at the first candle. Default false.",
    "WalkForwardRequest.purge_candles":
      "Number of last candles of a training to drop from it, 0–1,000,000. Default 0.",
    "WalkForwardRequest.embargo_candles":
      "Number of candles to leave untraded between a training and its test, 0–1,000,000. Default 0.",
    "JobProgress.job_id": "Job id, a UUID.",
    "JobProgress.progress": "Simulated part of the job, 0–1.",
    "JobProgress.candles_per_second": "Candles simulated a second.",
    "Klines.symbol": "Trading pair.",
    "Klines.exchange": "Exchange or other source of the candles.",
    "Klines.interval": "Length of a candle.",
    "Klines.start_time": "Time of the first candle, ISO 8601 in UTC; null without a candle.",
    "Klines.end_time": "Time of the last candle, ISO 8601 in UTC; null without a candle.",
    "Klines.count": "Number of candles.",
    "Klines.source": "Origin of the candles.",
    "Klines.records": "The candles, oldest first; closed ones only.",
    "Kline.timestamp": "Time at which the candle opens, ISO 8601 in UTC.",
    "Kline.open": "First price, in the quote currency.",
    "Kline.high": "Highest price, in the quote currency.",
    "Kline.low": "Lowest price, in the quote currency.",
    "Kline.close": "Last price, in the quote currency.",
    "Kline.volume": "Traded volume in base units.",
    "Kline.turnover": "Traded volume in quote units; null where the source has none.",
    "CacheStatus.cache_dir": "Folder of the cache.",
    "CacheStatus.total_symbols": "Number of different symbols.",
    "CacheStatus.total_files": "Number of files, one a series.",
    "CacheStatus.total_size_bytes": "Size of all files in bytes.",
    "CacheStatus.total_size_mb": "Size of all files in megabytes (10^6 bytes).",
    "CacheStatus.oldest_data":
      "Time of the oldest candle, ISO 8601 in UTC; null in an empty cache.",
    "CacheStatus.newest_data":
      "Time of the newest candle, ISO 8601 in UTC; null in an empty cache.",
    "CacheStatus.symbols": "The series in the cache.",
    "CacheStatus.symbols.symbol": "Trading pair.",
    "CacheStatus.symbols.exchange": "Exchange or other source of the candles.",
    "CacheStatus.symbols.interval": "Length of a candle.",
    "CacheStatus.symbols.start_time": "Time of the first candle, ISO 8601 in UTC.",
    "CacheStatus.symbols.end_time": "Time of the last candle, ISO 8601 in UTC.",
    "CacheStatus.symbols.records": "Number of candles.",
    "CacheStatus.symbols.size_mb": "Size of the file in megabytes (10^6 bytes).",
    "SymbolList.exchange": "Exchange or other source.",
    "SymbolList.symbols": "The trading pairs.",
    "SymbolList.count": "Number of trading pairs.",
    "SymbolList.source": "Origin of the list.",
    "Strategy.name": "Registered name.",
    "Strategy.version": "Version of the strategy.",
    "Strategy.description": "Rule of the strategy in words.",
    "Strategy.signal_type": "Kind of its signals, such as `trend`.",
    "Strategy.parameters": "Parameters of the strategy.",
    "Strategy.parameters.name": "Name of the parameter.",
    "Strategy.parameters.type": "Type of its values.",
    "Strategy.parameters.default": "Value that an absent parameter takes.",
    "Strategy.parameters.min": "Smallest value, inclusive; present on bounded numbers.",
    "Strategy.parameters.max": "Largest value, inclusive; present on bounded numbers.",
    "Strategy.parameters.values": "Accepted names; present on strings with a choice.",
    "Strategy.parameters.description": "Meaning of the parameter.",
    "Strategy.files":
      "SHA-256 in hexadecimal of each file of an operator's strategy, by the file's name; absent for others.",
    "Signal.strategy_name": "Name of the strategy.",
    "Signal.symbol": "Trading pair.",
    "Signal.exchange": "Name of the exchange or other source of the candles.",
    "Signal.source":
      "Origin of the candles; never a simulation that stands in for an exchange, nor imported history.",
    "Signal.direction": "Side that the signal points to.",
    "Signal.confidence": "Strength of the signal, 0–1.",
    "Signal.timestamp": "Time of the newest closed candle, ISO 8601 in UTC.",
    "Signal.price": "Close of that candle, in the quote currency.",
    "Signal.price_time":
      "Time of the price, the close of that candle, ISO 8601 in UTC; null in signals that were stored without it.",
    "Signal.parameters": "Parameters of the strategy, by name.",
    "StrategySourceReply.success": "Always true in a success.",
    "StrategySourceReply.name": "Name of the strategy.",
    "StrategySourceReply.file": "Name of its file in the folder of strategies.",
    "StrategySourceReply.source": "Text of the file.",
    "StrategySourceReply.sha256":
      "SHA-256 of the text in hexadecimal; in quotes it is the ETag, which `If-Match` takes.",
    "StrategySaved.success": "Always true in a success.",
    "StrategySaved.name": "Name of the strategy.",
    "StrategySaved.file": "Name of its file in the folder of strategies.",
    "StrategySaved.source": "Text of the file.",
    "StrategySaved.sha256":
      "SHA-256 of the text in hexadecimal; in quotes it is the ETag, which `If-Match` takes.",
    "StrategySaved.strategy": "The strategy as later runs use it.",
    "OrderRequest.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased.",
    "OrderRequest.side": "Side of the order.",
    "OrderRequest.quantity":
      "Quantity in base units, above 0, a multiple of the lot: a number, or a decimal as text.",
    "OrderRequest.order_type": "Type of the order. Default `market`.",
    "OrderRequest.price":
      "Limit price in the quote currency; required for `limit` and `stop_limit`, not allowed for the others.",
    "OrderRequest.stop_price":
      "Price in the quote currency that triggers a `stop` or `stop_limit` order; not allowed for the others.",
    "OrderRequest.client_order_id":
      "Id of the caller's choice, 1–36 letters, digits, `-` and `_`: in the account, the same id with the same order is the same order, whichever API key sends it.",
    "Order.order_id": "Order id.",
    "Order.client_order_id": "Id that the caller gave; null when there is none.",
    "Order.symbol": "Trading pair.",
    "Order.side": "Side of the order.",
    "Order.order_type": "Type of the order.",
    "Order.quantity": "Quantity in base units, a decimal as text.",
    "Order.price":
      "Limit price in the quote currency, a decimal as text; null for an order without one.",
    "Order.stop_price":
      "Price that triggers the order, a decimal as text; null for an order without one.",
    "Order.status": "Status of the order.",
    "Order.filled_qty": "Filled quantity in base units, a decimal as text.",
    "Order.avg_price":
      "Mean price of the fills in the quote currency, a decimal as text; null before the first fill.",
    "Order.fee": "Fee paid so far in the quote asset, a decimal as text.",
    "Order.source":
      "Name of the source of its prices: the venue, or for a paper order the source of the candles.",
    "Order.price_time":
      "Time of the price that filled a paper order, ISO 8601 in UTC; null before it is filled and at other venues.",
    "Order.created_at": "Time of creation, ISO 8601 in UTC.",
    "Order.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "Position.symbol": "Trading pair.",
    "Position.side": "Side of the position.",
    "Position.quantity": "Held quantity in base units, a decimal as text.",
    "Position.entry_price":
      "Mean price of what is held, a decimal as text; null when the venue does not tell it.",
    "Position.mark_price":
      "Last price in the quote currency, a decimal as text; null when it cannot be had now or is too old.",
    "Position.unrealized_pnl":
      "Profit or loss at the mark price before the fees of a sale, a decimal as text; null without a mark price.",
    "Position.realized_pnl":
      "Profit or loss of what was closed, fees taken off, a decimal as text; null when the venue does not tell it.",
    "Position.leverage": "Leverage of the position, a decimal as text.",
    "Position.source":
      "Name of the source of its prices: the venue, or for a paper position the source of the candles.",
    "Position.price_time":
      "Time of the last price of a paper position, also of one too old, ISO 8601 in UTC; null at other venues.",
    "KillSwitch.state":
      "`off`; `frozen`: no order is placed; `flattening`: as frozen, and the service's own orders are being cancelled and its own positions closed, until nothing is left.",
    "KillSwitch.mode": "Mode that was asked for; null when it is off.",
    "KillSwitch.reason": "Reason that was given; null when it is off.",
    "KillSwitch.source":
      "Place that it was set from: this route, the file KILL_SWITCH_FILE or the signal SIGUSR2; null when it is off.",
    "KillSwitch.set_by":
      "Name of the key that set it, as the audit trail has it; null when no key did.",
    "KillSwitch.set_at": "Time at which it was set, ISO 8601 in UTC; null when it is off.",
    "SessionRequest.strategy": "Name of a registered strategy, 1–64 characters.",
    "SessionRequest.parameters":
      "Parameters of the strategy by name, at most 64 characters each; absent ones take the strategy's defaults.",
    "SessionRequest.symbol":
      "Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Required, unless `symbols` is there.",
    "SessionRequest.symbols":
      "Symbols of a session of several, 1–100, in place of `symbol`. Refused for now.",
    "SessionRequest.interval":
      "Length of a candle, in minutes or with its unit: any whole number of `s m h d w M`.",
    "SessionRequest.exchange":
      "Exchange or other source whose candles are followed. Default: the server's provider.",
    "SessionRequest.broker": "Broker that the orders go to. Default `paper`.",
    "SessionRequest.confirm_account":
      "Name of the account that a live session trades, to confirm that it is the one that is meant; not for `paper`.",
    "SessionRequest.risk":
      "Limits of the orders of a live session beside those of its account; the narrower one holds. `max_order_value` is required. Not for `paper`.",
    "SessionRequest.risk.max_order_value":
      "Maximum value of one order in the quote currency, above 0.",
    "SessionRequest.risk.max_position_value":
      "Maximum value of the position in one symbol in the quote currency, above 0.",
    "SessionRequest.risk.max_leverage":
      "Maximum value of all positions divided by the account's equity. Above 0, at most 1,000.",
    "SessionRequest.risk.max_daily_loss":
      "Maximum loss of a UTC day in the quote currency, above 0; beyond it only what reduces a position passes.",
    "SessionRequest.risk.max_drawdown":
      "Maximum fall of the equity below its highest value, as a fraction of that value. Above 0, at most 1; beyond it only what reduces a position passes.",
    "SessionRequest.risk.max_orders_per_minute":
      "Maximum number of orders in any 60 seconds, 1–10,000.",
    "SessionRequest.risk.price_collar":
      "Maximum distance of a limit or trigger price from the last price, a fraction of it. Above 0, at most 10. Stops that only reduce a position pass.",
    "SessionRequest.risk.symbols": "Symbols that may be traded, 1–1,000.",
    "SessionRequest.risk.max_data_age_seconds":
      "Maximum age of the last price in seconds, 1–604,800.",
    "SessionRequest.funding":
      "Funding rates of a perpetual contract, known or to come, oldest first. Default: none.",
    "SessionRequest.funding.time": "Time of the payment, ISO 8601; without an offset it is UTC.",
    "SessionRequest.funding.rate":
      "Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0.",
    "SessionRequest.funding.mark_price":
      "Mark price at the payment, above 0. Default: the open of a candle that opens then, else its candle's close.",
    "SessionRequest.warm_up_candles":
      "Number of candles from before the start that the strategy is told without an account, 0–100,000. Default: the strategy's look-back, 500 for a strategy by orders that declares none.",
    "SessionRequest.start_time":
      "Open of the first candle that is traded on, ISO 8601, without an offset UTC; rounded up to a whole candle. Default: the first one that closes after the creation.",
    "SessionRequest.initial_capital":
      "Starting capital in the quote currency, above 0 and at most 10^15. Default 10,000.",
    "SessionRequest.transaction_fee":
      "Fee of each leg as a fraction of its notional, 0 to below 0.5. Default 0.001.",
    "SessionRequest.maker_fee":
      "Fee of limit fills (targets, profit steps) as a fraction of their value; negative for a rebate. Above -0.5, below 0.5; default `transaction_fee`.",
    "SessionRequest.fixed_fee":
      "Fixed fee of each order beside `transaction_fee`, in the quote currency. At least 0; default 0.",
    "SessionRequest.fee_tiers":
      "Fees by the value that the account traded in the 30 days before a fill: 1–100 tiers with rising `volume`, of which the last one reached holds; below the first the fees are `maker_fee` and `transaction_fee`. Default: none.",
    "SessionRequest.fee_tiers.volume":
      "Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0.",
    "SessionRequest.fee_tiers.maker":
      "Fee of limit fills as a fraction of their value. Above -0.5, below 0.5.",
    "SessionRequest.fee_tiers.taker":
      "Fee of all other fills as a fraction of their value. Above -0.5, below 0.5.",
    "SessionRequest.slippage":
      "Slippage against each trade: a fraction of the price, 0 to below 0.5, or an object with a spread or a share of the volume. Default 0.",
    "SessionRequest.slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "SessionRequest.slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "SessionRequest.slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "SessionRequest.exit_slippage":
      "Slippage of market fills that close a position. Default `slippage`.",
    "SessionRequest.exit_slippage.half_spread":
      "Half the distance between bid and ask, in the quote currency. At least 0; stands alone.",
    "SessionRequest.exit_slippage.volume_share":
      "Largest share of a candle's volume that is filled; the rest waits for the next candles. Above 0, at most 1.",
    "SessionRequest.exit_slippage.impact":
      "Price impact of the filled share: the price moves by impact × share². At least 0; default 0.1.",
    "SessionRequest.fill":
      "Price at which a signal at a bar's close is filled: the next bar's open or that close. Default `next_open`.",
    "SessionRequest.direction":
      "The sides that the strategy may trade. Default: the strategy's own.",
    "SessionRequest.position_size_pct":
      "Fraction of the equity that a position takes, above 0 and at most 1. Default 1.",
    "SessionRequest.position_size":
      "Size of an entry: a fraction as in `position_size_pct`, or an object with one of units, cash and risk. Only one of the two fields may be sent.",
    "SessionRequest.position_size.units": "Quantity of an entry in base units, above 0.",
    "SessionRequest.position_size.cash":
      "Amount that an entry spends, in the quote currency, above 0.",
    "SessionRequest.position_size.risk":
      "Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; needs a stop.",
    "SessionRequest.pyramiding":
      "Number of entries that a position may have: each further entry signal on the side that is held adds to it. 1–10,000; default 1.",
    "SessionRequest.lot_size":
      "Lot size in base units; quantities are rounded down to whole lots. At least 0; default 0, any fraction.",
    "SessionRequest.tick_size":
      "Tick size in the quote currency; prices are rounded to it against the account. At least 0; default 0, any.",
    "SessionRequest.minimum_notional":
      "Smallest value of an entry in the quote currency; smaller entries are skipped. At least 0; default 0.",
    "SessionRequest.leverage":
      "Largest ratio of a position's value to the cash committed to it. 1–125; default 1.",
    "SessionRequest.borrow_rate":
      "Borrowing cost of each candle as a fraction of the borrowed amount, 0 to below 0.5; with `symbols` also by symbol, where the others cost nothing. Default 0.",
    "SessionRequest.maintenance_margin":
      "Maintenance margin as a fraction of the position's value, or of its contract's margin, 0 to below 1. Default 0.",
    "SessionRequest.take_profit_pct":
      "Take-profit distance as a fraction of the entry price, above 0 and at most 10; null for none. Default: the strategy's own.",
    "SessionRequest.take_profit":
      "Another name of `take_profit_pct`, as the library has it. Only one of the two may be sent.",
    "SessionRequest.stop_loss_pct":
      "Stop-loss distance as a fraction of the entry price, above 0 and below 1; null for none. Default: the strategy's own.",
    "SessionRequest.stop_loss":
      "Another name of `stop_loss_pct`, as the library has it. Only one of the two may be sent.",
    "SessionRequest.trailing_stop": "Stop that follows the best price. Default: none.",
    "SessionRequest.trailing_stop.distance":
      "Distance from the best price, a fraction of it. Above 0, below 1.",
    "SessionRequest.trailing_stop.activation":
      "Profit after fees at which the stop activates, a fraction of the entry price. At least 0; default 0.",
    "SessionRequest.trailing_stop.active_distance":
      "Distance from the best price once the best profit exceeds `activation`. Default `distance`.",
    "SessionRequest.trailing_stop.wait_for_activation":
      "True keeps the stop at its initial level until the best profit reaches `activation`. Default false.",
    "SessionRequest.allow_negative_prices":
      "True takes candles whose prices are 0 and below, as those of spreads and rates. There an entry is filled by a size in units alone, and without exits that are fractions of its price; others are counted as `rejected_entries`. Returns from such a price are null. Default false.",
    "SessionRequest.compatibility":
      "Rules in which other programs differ: a program by name, or single rules. Default: the engine's own rules.",
    "SessionRequest.compatibility.preset":
      "The program whose rules apply where this object names none. Default: the engine's own rules.",
    "SessionRequest.compatibility.intrabar":
      "Order of events when one candle touches stop and target. Default `stop_first`.",
    "SessionRequest.compatibility.gap":
      "Fill price of a stop when the candle opens beyond it: that `open`, or the stop's `level`. Default `open`.",
    "SessionRequest.compatibility.levels":
      "Price from which the distances of stop and target count. Default `entry`.",
    "SessionRequest.compatibility.repeated_entry":
      "Effect of an entry signal while that side is held; for additions see `pyramiding`. Default `ignore`.",
    "SessionRequest.compatibility.trailing":
      "Candle from which a trailing stop's new level counts. Default `same_candle`.",
    "SessionRequest.compatibility.signal_on_exit":
      "Effect of a signal on the candle on which a stop or target closed the position. Default `keep`.",
    "SessionRequest.compatibility.reversal_fee":
      "Number of fixed fees of a reversal. Default `once`.",
    "SessionRequest.compatibility.stop_limit":
      "Fill of a stop-limit order on the candle that sets it off; without effect on signals. Default `by_close`.",
    "SessionRequest.compatibility.margin_fee":
      "Source of the entry fee with leverage: the account's own cash, or the margin. Default `own_cash`.",
    "SessionRequest.compatibility.liquidation":
      "Moment at which an account without `maintenance_margin` is liquidated: at the price inside a candle at which nothing is left, or only at a close. Default `inside_candle`.",
    "SessionRequest.compatibility.final_position":
      "Treatment of a position that is held after the last candle. Default `last_close`.",
    "SessionRequest.compatibility.profit_steps":
      "Table of profits that close a position after a time, at most 100 steps. Default: none.",
    "SessionRequest.compatibility.profit_steps.after_minutes":
      "Whole minutes after the entry from which the step applies, at least 0; each step's is above the one before.",
    "SessionRequest.compatibility.profit_steps.profit":
      "Profit after the fees of both sides that closes the position, a fraction of the entry price. At least -1.",
    "Session.id": "Session id, a UUID.",
    "Session.number": "Number of the session, from 1 in the order of creation.",
    "Session.state":
      "State of the session: `warming` while the strategy is told candles from before it trades; `running`; `paused`: nothing enters, what is held keeps its stops and targets; `halted`: it has stopped itself for a reason; `flattening` until nothing is held, then `paused`; `stopped` for good.",
    "Session.reason":
      "Reason of a state that the session took by itself, in a sentence; null without one.",
    "Session.strategy": "Name of the strategy.",
    "Session.strategy_version": "Version of the strategy when the session was created.",
    "Session.engine_version": "Version of the engine when the session was created.",
    "Session.parameters": "Parameters in force, defaults included.",
    "Session.symbol": "Symbol of the market.",
    "Session.interval": "Length of a candle in its canonical spelling.",
    "Session.exchange": "Exchange or other source whose candles are followed.",
    "Session.broker": "Broker that the orders go to.",
    "Session.live": "State of a live session at its exchange; null on paper.",
    "Session.request": "The request that created the session.",
    "Session.initial_capital": "Cash at the start, in the quote currency.",
    "Session.equity": "Value of the account at the last close, in the quote currency.",
    "Session.cash": "Cash without unrealised gains and losses, in the quote currency.",
    "Session.fees_paid": "Fees of all fills so far, in the quote currency.",
    "Session.funding_paid": "Funding paid so far less funding received, in the quote currency.",
    "Session.positions": "Positions that are held.",
    "Session.trades": "Number of closed trades.",
    "Session.orders": "Number of orders so far.",
    "Session.fills": "Number of fills so far.",
    "Session.start_time": "Open of the first candle that is traded on, ISO 8601 in UTC.",
    "Session.candles":
      "Number of candles that the session has worked off: the index of its next decision.",
    "Session.late_candles": "Number of candles that came too late to enter on.",
    "Session.corrections":
      "Number of candles that the exchange told anew with other prices after they were worked off.",
    "Session.last_candle_time":
      "Open of the last candle that was worked off, ISO 8601 in UTC; null before the first.",
    "Session.stale_since":
      "Time since which the stream of candles has been silent, ISO 8601 in UTC; null while it speaks.",
    "Session.created_at": "Time of creation, ISO 8601 in UTC.",
    "Session.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "Session.stopped_at": "Time of the end, ISO 8601 in UTC; null before it.",
    "SessionLive.account": "Name of the account.",
    "SessionLive.base_position":
      "Position of the account in the symbol beside the session's own, a decimal as text, below 0 when short; null until the session has begun.",
    "SessionLive.own_position":
      "Position by the session's own fills, a decimal as text, below 0 when short.",
    "SessionLive.unconfirmed": "Number of orders whose outcome the exchange has not told.",
    "SessionLive.foreign_orders":
      "Number of open orders of the symbol on the account that are not the session's, which never touches them.",
    "SessionLive.reconciled_at":
      "Time of the last comparison with the exchange, ISO 8601 in UTC; null before the first.",
    "SessionPosition.symbol": "Symbol of the market.",
    "SessionPosition.side": "Side that is held.",
    "SessionPosition.quantity": "Quantity in base units, above 0.",
    "SessionPosition.entry_price":
      "Mean price of the entries after slippage, in the quote currency.",
    "SessionPosition.unrealized_pnl":
      "Profit at the last close before the exit's fee, in the quote currency.",
    "SessionDecision.index": "Index from 0: one decision for each candle.",
    "SessionDecision.time": "Open of the candle, ISO 8601 in UTC.",
    "SessionDecision.decided_at": "Time at which the decision was stored, ISO 8601 in UTC.",
    "SessionDecision.scope":
      "Extent to which the decision counts: `all`; `reducing` for a candle that came too late to enter on, and in a session that is paused; `none` for a candle of the warm-up.",
    "SessionDecision.late": "True when the candle was told after the next one had closed.",
    "SessionDecision.signal":
      "Signals of a strategy by signals at this close, none where it is empty; null for a strategy by orders.",
    "SessionDecision.submitted": "Ids of the orders that were submitted at this close.",
    "SessionDecision.cancelled": "Ids of the orders that were cancelled at this close.",
    "SessionDecision.dropped": "Number of orders that the scope did not allow.",
    "SessionDecision.input_hash":
      "SHA-256 over everything that the decision depends on: definition, candles, acts; 64 hexadecimal digits.",
    "SessionDecision.decision_hash":
      "SHA-256 over what was decided: signal, orders and cancellations; 64 hexadecimal digits.",
    "SessionOrder.id": "Number of the order in its session, from 1.",
    "SessionOrder.client_order_id":
      "Id that follows from session, decision and leg, so that a repeat after a restart is the same order.",
    "SessionOrder.decision": "Index of the decision that submitted it.",
    "SessionOrder.symbol": "Symbol of the market.",
    "SessionOrder.side": "Side of the order.",
    "SessionOrder.order_type": "Type of the order.",
    "SessionOrder.price": "Limit price in the quote currency; null for an order without one.",
    "SessionOrder.stop_price":
      "Price that triggers the order, in the quote currency; null for an order without one.",
    "SessionOrder.size":
      "Size as `position_size` of a backtest has it; null for the size of the session.",
    "SessionOrder.reduce_only": "True for an order that only closes what is held.",
    "SessionOrder.group": "Group of which one fill cancels the other orders; null without one.",
    "SessionOrder.tag": "Reason of the order in the strategy's words; null without one.",
    "SessionOrder.status":
      "Status of the order: `cancelled` by the strategy, by its group or by an act; `expired` after its candles; `rejected` when nothing could be bought or reduced, or a limit or the exchange refused it.",
    "SessionOrder.filled_qty": "Quantity that was filled so far, in base units.",
    "SessionOrder.avg_price":
      "Mean price of the fills in the quote currency; null before the first.",
    "SessionOrder.submitted_at":
      "Open of the candle at whose close the order was submitted, ISO 8601 in UTC.",
    "SessionOrder.closed_at":
      "Open of the candle in which the order ended, ISO 8601 in UTC; null while it waits.",
    "SessionOrder.refusal":
      "Reason for which an order of a live session was rejected; null for others.",
    "SessionRefusal.code": "Code of the error, such as `RISK_REFUSED` or `INSUFFICIENT_FUNDS`.",
    "SessionRefusal.rule":
      "Name of the risk rule that refused it, such as `max_order_value` or `kill_switch`; null for none.",
    "SessionRefusal.reason": "Reason in a sentence.",
    "SessionFill.id": "Number of the fill in its session, from 1.",
    "SessionFill.order":
      "Id of the order; null for a stop, target or liquidation of the position itself.",
    "SessionFill.candle": "Index of the candle in which it was filled.",
    "SessionFill.time": "Open of that candle, ISO 8601 in UTC.",
    "SessionFill.symbol": "Symbol of the market.",
    "SessionFill.side": "Side of the fill.",
    "SessionFill.entry":
      "True when the fill opened or increased a position, false when it closed one or a part.",
    "SessionFill.quantity": "Quantity in base units, above 0.",
    "SessionFill.price": "Price after slippage, in the quote currency.",
    "SessionFill.fee": "Fee in the quote currency.",
    "SessionFill.reason": "Reason of a fill that closed, such as `signal`; null for an entry.",
    "SessionEquityPoint.index": "Index of the candle.",
    "SessionEquityPoint.time": "Open of the candle, ISO 8601 in UTC.",
    "SessionEquityPoint.equity":
      "Value of the account at the candle's close, in the quote currency.",
    "SessionDrift.session_id": "Session id, a UUID.",
    "SessionDrift.decisions": "Number of decisions that were recomputed.",
    "SessionDrift.different":
      "Number of decisions that came out otherwise from the very inputs that were stored.",
    "SessionDrift.affected":
      "Number of decisions that would be others on the candles as they read now, all told in time.",
    "SessionDrift.reproduced": "True when every decision came out the same from its stored inputs.",
    "SessionDrift.differences":
      "The first 1,000 differences of both kinds, in the order of their indices.",
    "SessionDrift.trades":
      "The first 1,000 trades of which one differs, or is missing, in the simulation.",
    "SessionDrift.equity":
      "Value of the session's account at the last close, in the quote currency.",
    "SessionDrift.simulated_equity":
      "Value of the simulation's account at the last close, in the quote currency.",
    "SessionDrift.strategy_version": "Version of the strategy.",
    "SessionDrift.strategy_version.session": "Version when the session was created.",
    "SessionDrift.strategy_version.now": "Version that recomputed.",
    "SessionDrift.engine_version": "Version of the engine.",
    "SessionDrift.engine_version.session": "Version when the session was created.",
    "SessionDrift.engine_version.now": "Version that recomputed.",
    "DriftDifference.index": "Index of the decision.",
    "DriftDifference.time": "Open of its candle, ISO 8601 in UTC.",
    "DriftDifference.cause":
      "Cause: of a candle corrected or late by now, the first one before the decision; `fills` of a live session that the exchange has filled otherwise than the simulation.",
    "DriftDifference.stored": "Hash of the stored decision.",
    "DriftDifference.recomputed": "Hash of the recomputed decision.",
    "DriftTrade.index": "Index of the trade in both, from 0.",
    "DriftTrade.side": "Side that was held; null where the session has no such trade.",
    "DriftTrade.exit_time":
      "Open of the candle of the session's exit, ISO 8601 in UTC; null where the session has no such trade.",
    "DriftTrade.pnl": "Profit of the session's trade after fees; null where it has none.",
    "DriftTrade.simulated_pnl":
      "Profit of the simulation's trade after fees; null where it has none.",
    "DriftTrade.entry_slippage":
      "Session's entry price less the simulation's, against the trade, a fraction of it; null where one is missing.",
    "DriftTrade.exit_slippage":
      "Simulation's exit price less the session's, against the trade, a fraction of it; null where one is missing.",
    "AuditEntry.sequence": "Position of the row in the trail, from 1 without gaps.",
    "AuditEntry.action": "Name of the act, such as `api_key.created`.",
    "AuditEntry.actor":
      "Caller: `user:<id>`, `key:<id>`, `local`, `operator`, `auditor`, `system` or `anonymous`.",
    "AuditEntry.outcome":
      "Verdict: `ok`, `refused` for a reason that the caller could read, or `failed` by a fault of the service.",
    "AuditEntry.code": "Error code of a refusal or fault; null when the act was done.",
    "AuditEntry.account": "Id of the account concerned; null when none is.",
    "AuditEntry.address": "IP address that the act came from; null when it is not known.",
    "AuditEntry.subject": "Id or name of the thing that the act changed; null when there is none.",
    "AuditEntry.details": "Further facts by name, such as amounts. Never a secret.",
    "AuditEntry.previous": "Hash of the row before, 64 hex digits.",
    "AuditEntry.hash": "Hash of this row, 64 hex digits.",
    "AuditEntry.time": "Time of the act, ISO 8601 in UTC.",
    "Trade.order_id": "Id of the order that was filled.",
    "Trade.client_order_id": "Id that the caller gave the order; null when there is none.",
    "Trade.symbol": "Trading pair.",
    "Trade.side": "Side of the order.",
    "Trade.quantity": "Filled quantity in base units, a decimal as text.",
    "Trade.price": "Price of the fill in the quote currency, a decimal as text.",
    "Trade.source":
      "Name of the source of the price: the venue, or for a paper order the source of the candles.",
    "Trade.fee": "Fee of the fill in the quote asset, a decimal as text.",
    "Trade.realized_pnl":
      "Profit or loss that the fill realised, its own fee taken off, a decimal as text.",
    "SessionStep.session_id": "Session id, a UUID.",
    "SessionStep.state": "State of the session.",
    "SessionStep.reason":
      "Reason of a state that the session took by itself, in a sentence; null without one.",
    "SessionStep.strategy": "Name of the strategy.",
    "SessionStep.symbol": "Symbol of the market.",
    "SessionStep.equity": "Value of the account at the last close, in the quote currency.",
    "SessionStep.last_candle_time":
      "Open of the last candle that was worked off, ISO 8601 in UTC; null before the first.",
    "SessionOrdered.session_id": "Session id, a UUID.",
    "SessionOrdered.state": "State of the session.",
    "SessionOrdered.reason":
      "Reason of a state that the session took by itself, in a sentence; null without one.",
    "SessionOrdered.strategy": "Name of the strategy.",
    "SessionOrdered.symbol": "Symbol of the market.",
    "SessionOrdered.equity": "Value of the account at the last close, in the quote currency.",
    "SessionOrdered.last_candle_time":
      "Open of the last candle that was worked off, ISO 8601 in UTC; null before the first.",
    "SessionOrdered.order": "The order as it was submitted, or refused.",
    "SessionFilled.session_id": "Session id, a UUID.",
    "SessionFilled.state": "State of the session.",
    "SessionFilled.reason":
      "Reason of a state that the session took by itself, in a sentence; null without one.",
    "SessionFilled.strategy": "Name of the strategy.",
    "SessionFilled.symbol": "Symbol of the market.",
    "SessionFilled.equity": "Value of the account at the last close, in the quote currency.",
    "SessionFilled.last_candle_time":
      "Open of the last candle that was worked off, ISO 8601 in UTC; null before the first.",
    "SessionFilled.fill": "The fill.",
    "SessionSilent.session_id": "Session id, a UUID.",
    "SessionSilent.state": "State of the session.",
    "SessionSilent.reason":
      "Reason of a state that the session took by itself, in a sentence; null without one.",
    "SessionSilent.strategy": "Name of the strategy.",
    "SessionSilent.symbol": "Symbol of the market.",
    "SessionSilent.equity": "Value of the account at the last close, in the quote currency.",
    "SessionSilent.last_candle_time":
      "Open of the last candle that was worked off, ISO 8601 in UTC; null before the first.",
    "SessionSilent.stale_since":
      "Time of the last news of the candles before the silence, ISO 8601 in UTC.",
    "RefusedOrder.rule":
      "Name of the rule that refused the order: `max_order_value`, `kill_switch`.",
    "RefusedOrder.bound": "Bound of the rule; null for a rule without a number.",
    "RefusedOrder.found": "Value that was found; null when it is not known.",
    "RefusedOrder.reason": "Sentence about the refusal.",
    "RefusedOrder.symbol": "Trading pair.",
    "RefusedOrder.side": "Side of the order.",
    "RefusedOrder.quantity": "Quantity in base units, a decimal as text.",
    "RefusedOrder.client_order_id": "Id that the caller gave the order; null when there is none.",
    "KillSwitchStep.mode": "Mode of the kill switch.",
    "KillSwitchStep.reason": "Reason that was given.",
    "KillSwitchStep.source": "Place that it was set from.",
  },
};
