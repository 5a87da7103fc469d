import assert from "node:assert/strict";

import type { Case } from "../http/case.ts";
import { expectRefusal, shown } from "../http/expect.ts";

const NOWHERE = ["/api", "/api/", "/api/nope", "/api/jobs/x/y/z", "/api/Jobs", "/api/v1/jobs"];

const WRONG_METHOD = [
  ["DELETE", "/api/jobs"],
  ["PUT", "/api/backtests"],
  ["POST", "/api/health"],
  ["PATCH", "/api/data/cache"],
] as const;

/** Cases about paths and methods outside the route table. */
export const routingCases: readonly Case[] = [
  ...NOWHERE.map((path): Case => {
    return {
      name: `${path} is 404 in the documented shape`,
      run: async (wire) => expectRefusal(await wire.get(path), 404),
    };
  }),
  ...WRONG_METHOD.map(([method, path]): Case => {
    return {
      name: `${method} ${path} is 405 and tells what is allowed`,
      run: async (wire) => {
        const answer = await wire.send(path, { method });
        expectRefusal(answer, 405);
        assert.match(answer.headers.get("allow") ?? "", /GET|POST/, shown(answer));
      },
    };
  }),
  {
    name: "a path with a bad percent sign is 400",
    run: async (wire) => expectRefusal(await wire.get("/api/jobs/%zz"), 400),
  },
  {
    name: "HEAD is answered like GET, without a body",
    run: async (wire) => {
      const answer = await wire.send("/api/health", { method: "HEAD" });
      assert.equal(answer.status, 200);
      assert.equal(answer.text, "");
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    },
  },
  {
    name: "OPTIONS tells what is allowed",
    run: async (wire) => {
      const answer = await wire.send("/api/backtests", { method: "OPTIONS" });
      assert.equal(answer.status, 204);
      assert.match(answer.headers.get("allow") ?? "", /POST/);
    },
  },
];
