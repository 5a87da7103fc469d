import assert from "node:assert/strict";

import { Balance, NodeTransactionList, TokenList, TransferResult } from "@bourse/contract/node";

import { expectAnswer, expectError, type NodeCase, type NodeService } from "./node-service.ts";

const NATIVE = "0x0000000000000000000000000000000000000000";
const STRANGER = "0x52908400098527886E0F7030069857D2E4169EE7";

async function listed({ internal, token }: NodeService): Promise<void> {
  const answer = await internal.post("/tokens", token);
  assert.ok(answer.status === 200 || answer.status === 201, answer.text);
}

async function balanceOf({ internal, token }: NodeService, address: string): Promise<bigint> {
  const answer = await internal.get(`/balance/${address}?token=${token.address}`);
  return BigInt(expectAnswer(answer, 200, Balance).balance);
}

function transferOf({ address, recipient, token }: NodeService, amount: unknown) {
  return { from: address, to: recipient, token: token.address, amount };
}

/** Amounts that no field of a JSON object spells: written into the text. */
function written(service: NodeService, amount: string): string {
  return JSON.stringify(transferOf(service, 0)).replace('"amount":0', `"amount":${amount}`);
}

/** The checksum does not fit: one letter has the other case. */
const MISTYPED = "0x52908400098527886E0F7030069857D2E4169Ee7";

const BAD_AMOUNTS = [
  "0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "1e-400",
  '"1.0"',
  '"0x1"',
  '""',
  "null",
  "true",
  String(2n ** 256n),
];

export const tokenCases: readonly NodeCase[] = [
  {
    name: "tokens: a token that is added twice is answered 200, and listed once after the native one",
    run: async (service) => {
      await listed(service);
      const again = await service.internal.post("/tokens", service.token);
      assert.equal(again.status, 200);
      assert.deepEqual(again.json, { success: true, address: service.token.address });
      const { tokens } = expectAnswer(await service.internal.get("/tokens"), 200, TokenList);
      assert.deepEqual([tokens[0]?.address, tokens[0]?.type], [NATIVE, "native"]);
      const found = tokens.filter(({ address }) => address === service.token.address);
      assert.deepEqual(
        found.map(({ type }) => type),
        ["erc20"],
      );
    },
  },
  {
    name: "tokens: an invalid address is 422 at address, an invalid ABI at abi",
    run: async ({ internal, token }) => {
      expectError(await internal.post("/tokens", { ...token, address: "0x12" }), 422, "address");
      expectError(await internal.post("/tokens", { ...token, abi: "[]" }), 422, "abi");
      expectError(await internal.post("/tokens", { ...token, abi: [] }), 422, "abi");
      expectError(await internal.post("/tokens", { abi: token.abi }), 422, "address");
    },
  },
  {
    name: "tokens: an address without an ERC-20 is 422 at address",
    run: async ({ internal, token }) =>
      expectError(await internal.post("/tokens", { ...token, address: STRANGER }), 422, "address"),
  },
  {
    name: "tokens: a known token with an invalid ABI is 422 at abi all the same",
    run: async (service) => {
      await listed(service);
      for (const abi of [[], [{ type: "nonsense" }]]) {
        const body = { ...service.token, abi };
        expectError(await service.internal.post("/tokens", body), 422, "abi");
      }
    },
  },
  {
    name: "addresses: one whose letters do not fit its checksum is 422 at its field, in one case it passes",
    run: async (service) => {
      const { internal, external, token, key } = service;
      const transfer = { ...transferOf(service, 1), to: MISTYPED };
      expectError(await internal.post("/transfer", transfer), 422, "to");
      expectError(await internal.post("/tokens", { ...token, address: MISTYPED }), 422, "address");
      expectError(await internal.get(`/balance/${MISTYPED}`), 422, "address");
      const share = { data: "x", recipient: MISTYPED };
      expectError(await external.post("/share_data", share, key), 422, "recipient");
      for (const address of [STRANGER.toLowerCase(), `0x${STRANGER.slice(2).toUpperCase()}`]) {
        const answer = await internal.get(`/balance/${address}`);
        assert.equal(expectAnswer(answer, 200, Balance).address, STRANGER);
      }
    },
  },
  {
    name: "balance: of the native token where none is named, in decimal digits",
    run: async ({ internal, address }) => {
      const answer = await internal.get(`/balance/${address}`);
      const balance = expectAnswer(answer, 200, Balance);
      assert.deepEqual([balance.address, balance.token], [address, NATIVE]);
    },
  },
  {
    name: "balance: an invalid address or token is 422 and names the field",
    run: async ({ internal, address }) => {
      expectError(await internal.get("/balance/0x12"), 422, "address");
      expectError(await internal.get(`/balance/${address}?token=x`), 422, "token");
    },
  },
  ...["9007199254740993", '"9007199254740993"'].map((amount) => ({
    name: `transfer: ${amount} moves exactly that much`,
    run: async (service: NodeService) => {
      await listed(service);
      const before = await balanceOf(service, service.recipient);
      const answer = await service.internal.post("/transfer", written(service, amount));
      const result = expectAnswer(answer, 200, TransferResult);
      assert.equal(result.amount, "9007199254740993");
      const moved = (await balanceOf(service, service.recipient)) - before;
      assert.equal(moved, 9007199254740993n);
    },
  })),
  ...BAD_AMOUNTS.map((amount) => ({
    name: `transfer: an amount of ${amount} is 422 at amount`,
    run: async (service: NodeService) =>
      expectError(
        await service.internal.post("/transfer", written(service, amount)),
        422,
        "amount",
      ),
  })),
  {
    name: "transfer: an unknown field is 422 at its name, and moves nothing",
    run: async (service) => {
      await listed(service);
      const before = await balanceOf(service, service.address);
      const body = { ...transferOf(service, 1), max_fee: 5 };
      expectError(await service.internal.post("/transfer", body), 422, "max_fee");
      assert.equal(await balanceOf(service, service.address), before);
    },
  },
  {
    name: "transfer: from a wallet of somebody else is 422 at from",
    run: async (service) => {
      const body = { ...transferOf(service, 1), from: service.recipient };
      expectError(await service.internal.post("/transfer", body), 422, "from");
    },
  },
  {
    name: "transfer: more than there is is 422 at amount, and moves nothing",
    run: async (service) => {
      await listed(service);
      const before = await balanceOf(service, service.address);
      const body = transferOf(service, String(before + 1n));
      expectError(await service.internal.post("/transfer", body), 422, "amount");
      assert.equal(await balanceOf(service, service.address), before);
    },
  },
  {
    name: "transfer: the whole native balance leaves nothing for the fee and is 422 at amount",
    run: async (service) => {
      const path = `/balance/${service.address}`;
      const { balance } = expectAnswer(await service.internal.get(path), 200, Balance);
      const body = { ...transferOf(service, balance), token: NATIVE };
      expectError(await service.internal.post("/transfer", body), 422, "amount");
    },
  },
  {
    name: "transfer: an Idempotency-Key pays once; another body under it is 422",
    run: async (service) => {
      await listed(service);
      const headers = { "idempotency-key": crypto.randomUUID() };
      const before = await balanceOf(service, service.recipient);
      const body = transferOf(service, 11);
      const first = await service.internal.post("/transfer", body, headers);
      const second = await service.internal.post("/transfer", body, headers);
      assert.deepEqual(second.json, expectAnswer(first, 200, TransferResult));
      const other = await service.internal.post("/transfer", transferOf(service, 12), headers);
      expectError(other, 422);
      assert.equal((await balanceOf(service, service.recipient)) - before, 11n);
    },
  },
  {
    name: "transfer: an Idempotency-Key under another spelling of its header is 422, and nothing is paid",
    run: async (service) => {
      await listed(service);
      const before = await balanceOf(service, service.recipient);
      const headers = { "x-idempotency-key": crypto.randomUUID() };
      const refused = await service.internal.post("/transfer", transferOf(service, 11), headers);
      expectError(refused, 422, "x-idempotency-key");
      assert.equal(await balanceOf(service, service.recipient), before);
    },
  },
  {
    name: "transactions: the list pages by cursor, each transaction once and newest first",
    run: async (service) => {
      const { internal } = service;
      await listed(service);
      for (const amount of [21, 22, 23]) {
        const paid = await internal.post("/transfer", transferOf(service, amount));
        expectAnswer(paid, 200, TransferResult);
      }
      const pageAfter = async (cursor: string | null) => {
        const next = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const answer = await internal.get(`/transactions?limit=2${next}`);
        return expectAnswer(answer, 200, NodeTransactionList);
      };
      const first = await pageAfter(null);
      const second = await pageAfter(first.next_cursor);
      const seen = [...first.transactions, ...second.transactions];
      assert.deepEqual(
        seen.slice(0, 3).map(({ amount }) => amount),
        ["23", "22", "21"],
      );
      assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
      const whole = await internal.get("/transactions?limit=1000");
      assert.equal(expectAnswer(whole, 200, NodeTransactionList).next_cursor, null);
      expectError(await internal.get("/transactions?cursor=made-up"), 422, "cursor");
      const elsewhere = encodeURIComponent(first.next_cursor ?? "");
      const other = await internal.get(`/transactions?open=true&cursor=${elsewhere}`);
      expectError(other, 422, "cursor");
    },
  },
];
