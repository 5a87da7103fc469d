/** The place of the worker module. */

/**
 * Returns the URL of the worker module with the built-in strategies, a file beside this one: its source, or what the
 * build wrote.
 *
 * A bundler that puts this function into another file leaves the worker behind; give the pool a module of your own
 * then, as `createWorkerPool` says when it finds none.
 */
export function backtestWorkerModule(): URL {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./backtest-worker.${ending}`, import.meta.url);
}
