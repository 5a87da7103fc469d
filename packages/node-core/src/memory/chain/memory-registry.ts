/** The compliance register of the imagined chain: what `solidity/src/ComplianceRegistry.sol` does, by the same ABI. */

import { Interface } from "ethers";

import { NATIVE_TOKEN, type Address, type Hex } from "../../address.ts";
import { COMPLIANCE_REGISTRY } from "../../chain/contracts/compliance-registry.ts";
import { DEMO_TOKEN } from "../../chain/contracts/demo-token.ts";
import { nativeKey, type MemoryCall, type MemoryContract } from "./memory-contract.ts";
import { Reverted } from "./memory-state.ts";

const abi = new Interface(COMPLIANCE_REGISTRY.abi);
const erc20 = new Interface(DEMO_TOKEN.abi);

export function createMemoryRegistry(address: Address): MemoryContract {
  return Object.freeze({ address, run: (call: MemoryCall) => run(address, call) });
}

function run(address: Address, call: MemoryCall): string {
  const parsed = abi.parseTransaction({ data: call.data });
  if (parsed === null) throw new Reverted("no such function");
  // A Result throws for what is not there; the functions differ in what they take.
  const values: readonly unknown[] = [...parsed.args];
  const [first, second, third] = values as string[];
  const token = values[3] as Address;
  const amount = values[4] as bigint;
  switch (parsed.name) {
    case "record":
      refuseValue(call, 0n);
      record(address, call, values, NATIVE_TOKEN, 0n);
      return "0x";
    case "recordWithPayment":
      if (amount === 0n) throw refuse("AmountMissing", []);
      record(address, call, values, token, amount);
      refuseValue(call, token === NATIVE_TOKEN ? amount : 0n);
      if (token === NATIVE_TOKEN) payNative(address, call, third as Address, amount);
      else payToken(address, call, { token, from: call.from, to: third as Address, amount });
      return "0x";
    case "recordPulled": {
      if (amount === 0n) throw refuse("AmountMissing", []);
      record(address, call, values, token, amount);
      const key = pullKey(third, call.from, token);
      const allowed = call.state.get(key);
      if (allowed < amount) throw refuse("PullNotAllowed", [amount, allowed]);
      call.state.set(key, allowed - amount);
      payToken(address, call, { token, from: third as Address, to: call.from, amount });
      return "0x";
    }
    case "allowPull": {
      const values3 = [call.from, first, second, values[2]];
      call.state.set(pullKey(call.from, first, second), values[2] as bigint);
      log(address, call, "PullAllowed", values3);
      return "0x";
    }
    case "pullAllowance":
      return abi.encodeFunctionResult(parsed.fragment, [
        call.state.get(pullKey(first, second, third)),
      ]);
    case "isRecorded":
      return abi.encodeFunctionResult(parsed.fragment, [
        call.state.get(recordKey(first, second)) !== 0n,
      ]);
    default:
      throw new Reverted("no such function");
  }
}

function record(
  address: Address,
  call: MemoryCall,
  values: readonly unknown[],
  token: Address,
  amount: bigint,
): void {
  const [dataHash, eventType, recipient] = values as string[];
  if (/^0x0{64}$/.test(dataHash ?? "")) throw refuse("DataHashMissing", []);
  if (recipient === NATIVE_TOKEN) throw refuse("RecipientMissing", []);
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(eventType ?? "")) throw refuse("EventTypeInvalid", []);
  const key = recordKey(call.from, dataHash);
  if (call.state.get(key) === 0n) call.state.set(key, BigInt(call.timestamp));
  const told = [call.from, dataHash, recipient, eventType, call.timestamp, token, amount];
  log(address, call, "ComplianceEvent", told);
}

function payNative(address: Address, call: MemoryCall, to: Address, amount: bigint): void {
  call.state.move(nativeKey(address), nativeKey(to), amount, () =>
    refuse("NativePaymentFailed", []),
  );
}

interface TokenPayment {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

function payToken(address: Address, call: MemoryCall, payment: TokenPayment): void {
  const { token, from, to, amount } = payment;
  const balance = (): bigint => {
    const data = erc20.encodeFunctionData("balanceOf", [to]) as Hex;
    return BigInt(call.call(token, data, address));
  };
  const before = balance();
  call.call(token, erc20.encodeFunctionData("transferFrom", [from, to, amount]) as Hex, address);
  const received = balance() - before;
  if (received < amount) throw refuse("PaymentIncomplete", [amount, received]);
}

function refuseValue(call: MemoryCall, expected: bigint): void {
  if (call.value !== expected) throw refuse("ValueMismatch", [expected, call.value]);
}

function log(address: Address, call: MemoryCall, event: string, values: unknown[]): void {
  const { topics, data } = abi.encodeEventLog(event, values);
  call.logs.push({ address, topics: topics.map(String), data });
}

function refuse(error: string, values: unknown[]): Reverted {
  return new Reverted(error, abi.encodeErrorResult(error, values));
}

function recordKey(sender: string | undefined, dataHash: string | undefined): string {
  return `record ${sender} ${dataHash}`;
}

function pullKey(payer: unknown, puller: unknown, token: unknown): string {
  return `pull ${String(payer)} ${String(puller)} ${String(token)}`;
}
