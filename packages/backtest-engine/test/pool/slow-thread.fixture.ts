/** A thread that needs longer to start than its tasks may take. */

import { serveTasks } from "../../src/pool/serve-tasks.ts";

const end = performance.now() + 1300;
while (performance.now() < end);

serveTasks({ double: (value: number) => value * 2 });
