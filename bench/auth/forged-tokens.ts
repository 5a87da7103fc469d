/**
 * Claim: a forged token of full form (a good head, acceptable claims, the signature of another token) costs the server
 * no more processor time than a good one that is seen for the first time: neither to verify nor to answer.
 *
 * The whole request is the bound route without a transport: the reply's bytes are made, but not sent. Rounds
 * alternate, 16 requests are under way; the ratio is taken in each round, the median is told.
 */

import type { Incoming, Outgoing } from "@bourse/contract";
import { bindAuthApi } from "@bourse/handlers/auth";

import { cost, freshTokens } from "./first-sight.ts";
import { fixture, median, report } from "./fixture.ts";

const ROUNDS = 25;
const SIDE_BY_SIDE = 16;
const LIMIT = 1;

export async function measureForgedTokens(): Promise<void> {
  const { core, userId } = await fixture();
  const { id } = await core.registry.createDeployment(userId, { name: "bridge", chains: ["base"] });
  const route = bindAuthApi(core).find(({ key }) => key === "getDeployment");
  if (route === undefined) throw new Error("expected the route of a deployment");
  const verify = async (token: string): Promise<unknown> => core.guard.identify({ token });
  const answer = async (token: string): Promise<Outgoing> => route.run(requestOf(id, token));
  const ratios: Record<"verified" | "answered", number[]> = { verified: [], answered: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const forgeries = forged(await freshTokens(core));
    await checkStatus(answer, forgeries[0], 401);
    ratios.verified.push(
      await ratioOf(
        verify,
        forgeries.slice(1, 150),
        (await freshTokens(core)).slice(1, 150),
        round,
      ),
    );
    const good = await freshTokens(core);
    ratios.answered.push(await ratioOf(answer, forgeries.slice(150), good.slice(150), round));
    await checkStatus(answer, good[0], 200);
  }
  for (const [what, all] of Object.entries(ratios)) {
    const ratio = median(all.slice(2)); // the first rounds warm up
    report(`a forged token ${what}, × a good one (≤ 1.00)`, ratio.toFixed(2), ratio <= LIMIT);
  }
}

/** One of the two begins in turns. */
async function ratioOf(
  check: (token: string) => Promise<unknown>,
  bad: readonly string[],
  good: readonly string[],
  round: number,
): Promise<number> {
  if (round % 2 === 0) {
    const first = await cost(SIDE_BY_SIDE, bad, check);
    return first / (await cost(SIDE_BY_SIDE, good, check));
  }
  const first = await cost(SIDE_BY_SIDE, good, check);
  return (await cost(SIDE_BY_SIDE, bad, check)) / first;
}

/** Each token with the signature of the next. */
function forged(tokens: readonly string[]): string[] {
  return tokens.map((token, at) => {
    const other = tokens[(at + 1) % tokens.length] ?? "";
    return token.slice(0, token.lastIndexOf(".")) + other.slice(other.lastIndexOf("."));
  });
}

function requestOf(id: string, token: string): Incoming {
  return {
    method: "GET",
    params: { id, deployment_id: id },
    search: "",
    headers: { authorization: `Bearer ${token}` },
    body: () => Promise.resolve(new Uint8Array()),
  };
}

async function checkStatus(
  answer: (token: string) => Promise<Outgoing>,
  token: string | undefined,
  expected: number,
): Promise<void> {
  const { status } = await answer(token ?? "");
  if (status !== expected) throw new Error(`expected ${expected}, found ${status}`);
}
