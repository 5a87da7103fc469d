/** Runs the jobs and prints their results as JSON: on Node.js, Bun and Deno. */
import { openBacktests, runBacktest, runLogin } from "./jobs.js";
import { runReview } from "./markets.js";

const { serve } = await openBacktests();
const figures = await runBacktest(serve);
console.log(JSON.stringify({ figures, steps: await runLogin(), review: await runReview() }));
