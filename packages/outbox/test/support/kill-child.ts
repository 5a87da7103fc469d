/** A program that is killed at any moment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Runs a program and kills it some milliseconds after its first output. Resolves to all that it wrote. */
export async function killChild(
  program: URL,
  args: readonly string[],
  milliseconds: number,
): Promise<string> {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...args], {
    stdio: "pipe",
  });
  const ended = once(child, "exit");
  let [output, errors] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const first = await Promise.race([once(child.stdout, "data"), ended.then(() => null)]);
  if (first === null) throw new Error(`it ended by itself: ${errors}`);
  const start = performance.now();
  while (performance.now() - start < milliseconds) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await ended;
  return output;
}
