/** The module of a process for strategies in files. */

import { openProcessPort } from "./process-port.ts";
import { serveStrategies } from "./strategy-tasks.ts";

serveStrategies(openProcessPort());
