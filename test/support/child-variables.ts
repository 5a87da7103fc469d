/**
 * Environment of a child process under test: the path of the programs and the cache of compiled modules. No other
 * setting of this process reaches the child.
 */
export function childVariables(): Record<string, string> {
  const names = ["PATH", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}
