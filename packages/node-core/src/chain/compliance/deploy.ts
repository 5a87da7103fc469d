/** Deployment by CREATE2: the address follows from the code, so a second deployment changes nothing. */
import {
  absentOr,
  anySignal,
  checkArguments,
  objectOf,
  portOption,
  resolveOptions,
  type OptionRules,
  type Store,
} from "@bourse/kernel";
import { AbiCoder, concat, getCreate2Address, keccak256 } from "ethers";

import type { Address, Hex } from "../../address.ts";
import { anyAddress } from "../../argument-rules.ts";
import { NodeError } from "../../errors.ts";
import type { ContractArtifact } from "../contract-artifact.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import { DEMO_TOKEN } from "../contracts/demo-token.ts";
import { isFinal } from "../lane/lane-transaction.ts";
import type { ChainRpc, TransactionLane } from "../port.ts";

/** Options of the deployment functions. */
export interface DeploymentOptions {
  /** Lane of the wallet that deploys. */
  readonly lane: TransactionLane;
  /** JSON-RPC access to the chain. */
  readonly rpc: ChainRpc;
  /** Store of the lane. */
  readonly store: Store;
}

/** The deterministic deployment proxy, which the development chain has from its first block on, as most chains do. */
const DEPLOYER: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const OPTIONS: OptionRules<DeploymentOptions> = {
  lane: portOption<TransactionLane>(["get", "enqueue", "wake", "settled"]),
  rpc: portOption<ChainRpc>(["request", "batch"]),
  store: portOption<Store>(["transaction"]),
};
const CALL = objectOf({ signal: absentOr(anySignal) });
const SALT = `0x${"00".repeat(32)}`;

/**
 * Deploys the compliance contract with the lane's wallet unless it is deployed already; returns its address.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, TRANSACTION_REFUSED, TRANSACTION_REVERTED; KernelError OPTION_INVALID,
 * ARGUMENT_INVALID
 */
export async function deployCompliance(
  options: DeploymentOptions,
  call: { readonly signal?: AbortSignal } = {},
): Promise<Address> {
  checkArguments("deployCompliance", { call: CALL }, [call]);
  const parts = resolveOptions("deployCompliance", options, OPTIONS);
  return await deploy(parts, "registry", COMPLIANCE_REGISTRY.bytecode, call.signal);
}

/** Deploys the demo token, which `owner` can mint, unless it is deployed already; returns its address. */
export async function deployDemoToken(
  options: DeploymentOptions,
  owner: Address,
  call: { readonly signal?: AbortSignal } = {},
): Promise<Address> {
  checkArguments("deployDemoToken", { owner: anyAddress, call: CALL }, [owner, call]);
  const parts = resolveOptions("deployDemoToken", options, OPTIONS);
  return await deploy(parts, "token", demoTokenCode(DEMO_TOKEN, owner), call.signal);
}

function demoTokenCode({ bytecode }: ContractArtifact, owner: Address): Hex {
  return concat([bytecode, AbiCoder.defaultAbiCoder().encode(["address"], [owner])]) as Hex;
}

/** Returns the address of the compliance contract, the same on every chain. */
export function complianceAddress(): Address {
  return addressOf(COMPLIANCE_REGISTRY.bytecode);
}

function addressOf(code: Hex): Address {
  return getCreate2Address(DEPLOYER, SALT, keccak256(code)) as Address;
}

async function deploy(
  { lane, rpc, store }: DeploymentOptions,
  name: string,
  code: Hex,
  signal: AbortSignal | undefined,
): Promise<Address> {
  const address = addressOf(code);
  const there = async (): Promise<boolean> =>
    (await rpc.request("eth_getCode", [address, "latest"])) !== "0x";
  const data = concat([SALT, code]) as Hex;
  for (let attempt = 1; !(await there()); attempt++) {
    const id = `deploy:${name}:${keccak256(code).slice(2, 18)}:${attempt}`;
    // One that is final belongs to a chain that is no more.
    const known = await lane.get(id);
    if (known !== undefined && isFinal(known)) continue;
    await store.transaction((tx) => lane.enqueue(tx, { id, to: DEPLOYER, data, value: 0n }));
    lane.wake();
    const { state, reason } = await lane.settled(id, signal === undefined ? {} : { signal });
    if (state !== "confirmed") {
      throw new NodeError(
        state === "reverted" ? "TRANSACTION_REVERTED" : "TRANSACTION_REFUSED",
        `The contract could not be deployed: ${reason}`,
        { details: { reason } },
      );
    }
  }
  return address;
}
