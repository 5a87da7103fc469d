/** Runs the jobs and prints their results as JSON: on Node.js, Bun and Deno. */
import { openBacktests, runBacktest, runLogin } from "./jobs.js";
import { runReview } from "./markets.js";
import { hashes } from "./same-bits.js";

const { serve } = await openBacktests();
const figures = await runBacktest(serve);
const [steps, review] = [await runLogin(), await runReview()];
console.log(JSON.stringify({ figures, steps, review, hashes: hashes() }));
