/**
 * The compliance contract against a model of it: random calls of several accounts, of payees that refuse, burn or call
 * back, with tokens that keep a fee, lie or call in the middle, with spoilt calldata, stray money and too little gas.
 * After each block every status, every event in its order and the state around it are what the model says.
 */
import { seededRandom } from "@bourse/kernel";
import { expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { CheckedChain } from "./registry/checked-chain.ts";
import { RandomCalls } from "./registry/random-call.ts";
import { hasAnvil } from "./temporary-chain.ts";

const CALLS = rounds(600, 60_000);
const BLOCK = 100;
const ASKED = 8;
const PEOPLE = Array.from({ length: 6 }, (_, index) => `0x${String(index + 1).repeat(40)}`);

test.skipIf(!hasAnvil())(
  "after any calls the contract holds, has told and has paid exactly what its model says",
  async () => {
    const seed = process.env["PROPERTY_SEED"] ?? String(Date.now());
    const chain = await CheckedChain.open(PEOPLE);
    const calls = new RandomCalls(seededRandom(seed), chain.world, PEOPLE);
    try {
      for (let sent = 0; sent < CALLS; sent += BLOCK) {
        await chain.play(Array.from({ length: BLOCK }, () => calls.next()));
        await chain.ask(
          Array.from({ length: ASKED }, () => {
            const from = PEOPLE[sent % PEOPLE.length]!;
            return { from, ...calls.onRegistry(from) };
          }),
        );
      }
      await chain.compareAll();
    } finally {
      const counts = [...chain.tally].toSorted(([left], [right]) => (left < right ? -1 : 1));
      const told = { seed, calls: CALLS, ...Object.fromEntries(counts) };
      process.stdout.write(`${JSON.stringify(told)}\n`);
    }
    const least = CALLS >= 60_000 ? REASONS : [];
    expect([...chain.tally.keys()]).toEqual(expect.arrayContaining([...OUTCOMES, ...least]));
  },
  600_000,
);

const OUTCOMES = [
  "allowPull done",
  "event ComplianceEvent",
  "event PullAllowed",
  "money forced upon the contract",
  "record done",
  "record reverted",
  "recordPulled reverted",
  "recordWithPayment done",
  "recordWithPayment reverted",
  "spoilt calldata reverted",
];
const REASONS = [
  "out of gas",
  "recordPulled done",
  ...[
    "AmountMissing",
    "DataHashMissing",
    "EventTypeInvalid",
    "NativePaymentFailed",
    "PaymentIncomplete",
    "PullNotAllowed",
    "RecipientMissing",
    "SafeERC20FailedOperation",
    "ValueMismatch",
    "ReentrancyGuardReentrantCall",
    "without a reason",
  ].map((name) => `reverts: ${name}`),
];
