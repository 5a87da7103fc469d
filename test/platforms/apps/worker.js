/** The same jobs in a worker of Cloudflare, which ends what its answered requests have begun unless it is told to wait. */
import { openBacktests, runBacktest, runLogin } from "./jobs.js";
import { runReview } from "./markets.js";

let opened;

export default {
  async fetch(request, _env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/login") return Response.json(await runLogin());
    if (pathname === "/review") return Response.json(await runReview());
    // A worker may do nothing before its first request.
    opened ??= openBacktests();
    const { serve, finished } = await opened;
    if (pathname === "/figures") return Response.json(await runBacktest(serve));
    const answer = await serve(request);
    if (request.method === "POST") context.waitUntil(finished());
    return answer;
  },
};
