/** An ERC-20 of the imagined chain, to the letter of the standard's ABI. */

import { Interface } from "ethers";

import type { Address } from "../../address.ts";
import { DEMO_TOKEN } from "../../chain/contracts/demo-token.ts";
import type { MemoryCall, MemoryContract } from "./memory-contract.ts";
import { Reverted } from "./memory-state.ts";

const abi = new Interface(DEMO_TOKEN.abi);

export interface TokenTerms {
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

export function tokenKey(token: Address, holder: string): string {
  return `token ${token} ${holder}`;
}

export function createMemoryToken(terms: TokenTerms): MemoryContract {
  const { address } = terms;
  const balanceKey = (holder: unknown): string => tokenKey(address, String(holder));
  const allowanceKey = (owner: unknown, spender: unknown): string =>
    `allowance ${address} ${String(owner)} ${String(spender)}`;

  const log = (call: MemoryCall, event: "Transfer" | "Approval", values: unknown[]): void => {
    const { topics, data } = abi.encodeEventLog(event, values);
    call.logs.push({ address, topics: topics.map(String), data });
  };

  const transfer = (call: MemoryCall, from: unknown, to: unknown, amount: bigint): void => {
    call.state.move(balanceKey(from), balanceKey(to), amount, () => {
      const found = call.state.get(balanceKey(from));
      return refuse("ERC20InsufficientBalance", [from, found, amount]);
    });
    log(call, "Transfer", [from, to, amount]);
  };

  return Object.freeze({
    address,
    run: (call: MemoryCall) => {
      const parsed = abi.parseTransaction({ data: call.data });
      if (parsed === null || call.value !== 0n) throw new Reverted("no such function");
      const [first, second, third] = parsed.args as unknown[];
      const answer = (...values: unknown[]): string =>
        abi.encodeFunctionResult(parsed.fragment, values);
      switch (parsed.name) {
        case "name":
          return answer(terms.name);
        case "symbol":
          return answer(terms.symbol);
        case "decimals":
          return answer(terms.decimals);
        case "totalSupply":
          return answer(call.state.get(`supply ${address}`));
        case "balanceOf":
          return answer(call.state.get(balanceKey(first)));
        case "allowance":
          return answer(call.state.get(allowanceKey(first, second)));
        case "approve":
          call.state.set(allowanceKey(call.from, first), second as bigint);
          log(call, "Approval", [call.from, first, second]);
          return answer(true);
        case "transfer":
          transfer(call, call.from, first, second as bigint);
          return answer(true);
        case "transferFrom": {
          const key = allowanceKey(first, call.from);
          const allowed = call.state.get(key);
          if (allowed < (third as bigint)) {
            throw refuse("ERC20InsufficientAllowance", [call.from, allowed, third]);
          }
          call.state.set(key, allowed - (third as bigint));
          transfer(call, first, second, third as bigint);
          return answer(true);
        }
        default:
          throw new Reverted("no such function");
      }
    },
  });
}

function refuse(error: string, values: unknown[]): Reverted {
  return new Reverted(error, abi.encodeErrorResult(error, values));
}
