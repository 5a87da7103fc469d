/** Places of the worker modules. */

/**
 * Returns the URL of the worker module with the built-in strategies, a file beside this one: its source, or what the
 * build wrote.
 *
 * A bundler that puts this function into another file leaves the worker behind; give the pool a module of your own
 * then, as `createWorkerPool` says when it finds none.
 */
export function jobWorkerModule(): URL {
  return besideThis("job-worker");
}

/** Returns the URL of the worker module for strategies from files. */
export function strategyWorkerModule(): URL {
  return besideThis("strategy-worker");
}

/** Returns the URL of the module of a process for strategies from files. */
export function strategyProcessModule(): URL {
  return besideThis("strategy-process");
}

function besideThis(name: string): URL {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.${ending}`, import.meta.url);
}
