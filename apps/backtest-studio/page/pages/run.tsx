/** One job. Its page is fetched when the first job is opened. */

import { Later } from "@bourse/ui";

export { runHeading } from "./run/shown-run.ts";

export function Run() {
  return (
    <div class="wide awaited run">
      <Later title="Reading the run …" load={load} />
    </div>
  );
}

const load = async () => (await import("./run/run-page.tsx")).RunPage;
