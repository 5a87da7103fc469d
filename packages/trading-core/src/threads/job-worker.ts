/** The worker thread's module: simulates jobs over the built-in strategies. */

import { serveJobs } from "./pooled-executor.ts";

serveJobs();
