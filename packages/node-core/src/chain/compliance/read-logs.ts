/** Events of the compliance contract, read from one endpoint in one go with the blocks around them. */
import { toAddress, type Address, type DataHash, type Hex } from "../../address.ts";
import type { ChainRpc, RpcOutcome } from "../port.ts";
import type { ComplianceRecord } from "./port.ts";
import { EVENT_TYPE, REGISTRY } from "./proof-intent.ts";

export interface BlockId {
  readonly number: number;
  readonly hash: Hex;
}

/** New records up to `last`; undefined when the chain has changed below or while it was read. */
export interface LogRange {
  readonly records: readonly { readonly record: ComplianceRecord; readonly blockHash: Hex }[];
  readonly last: BlockId;
}

const EVENT = REGISTRY.getEvent("ComplianceEvent");

/**
 * The records of blocks `from` to `to`. Sound only if block `from` follows `parent` (null: whatever stands before).
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH, CHAIN_REJECTED
 */
export async function readLogs(
  rpc: ChainRpc,
  contract: Address,
  range: { readonly from: number; readonly to: number; readonly parent: Hex | null },
  signal: AbortSignal,
): Promise<LogRange | undefined> {
  const { from, to, parent } = range;
  const block = (number: number): { method: string; params: unknown[] } => ({
    method: "eth_getBlockByNumber",
    params: [hex(number), false],
  });
  const filter = {
    address: contract,
    topics: [EVENT?.topicHash],
    fromBlock: hex(from),
    toBlock: hex(to),
  };
  const [before, first, logs, after] = await rpc.batch(
    [block(to), block(from), { method: "eth_getLogs", params: [filter] }, block(to)],
    { signal },
  );
  const ends = [before, first, after].map(blockOf);
  const [start, lowest, end] = ends;
  if (start === undefined || lowest === undefined || end === undefined) return undefined;
  if (start.hash !== end.hash) return undefined;
  if (parent !== null && lowest.parentHash !== parent) return undefined;
  const raw = resultOf(logs) as readonly RawLog[];
  if (raw.some((log) => Number(log.blockNumber) === to && log.blockHash !== end.hash))
    return undefined;
  const records = raw.flatMap((log) => {
    const record = recordOfLog(log, contract);
    return record === undefined ? [] : [{ record, blockHash: log.blockHash }];
  });
  return { records, last: { number: to, hash: end.hash } };
}

/** The hash that block `number` has now; undefined when there is none. */
export async function readBlockHash(
  rpc: ChainRpc,
  number: number,
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const block = await rpc.request("eth_getBlockByNumber", [hex(number), false], { signal });
  return (block as RawBlock | null)?.hash;
}

interface RawBlock {
  readonly number: string;
  readonly hash: Hex;
  readonly parentHash: Hex;
}

interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: Hex;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly removed?: boolean;
}

function recordOfLog(log: RawLog, contract: Address): ComplianceRecord | undefined {
  if (log.removed === true || log.address.toLowerCase() !== contract.toLowerCase())
    return undefined;
  const parsed = REGISTRY.parseLog({ topics: [...log.topics], data: log.data });
  if (parsed === null) return undefined;
  const [sender, dataHash, recipient, eventType, timestamp, token, amount] =
    parsed.args as unknown as readonly [string, string, string, string, bigint, string, bigint];
  // The contract takes no other; a foreign one at this address might.
  if (!EVENT_TYPE.test(eventType)) return undefined;
  return {
    eventType,
    dataHash: dataHash.slice(2).toLowerCase() satisfies DataHash,
    sender: toAddress(sender, "sender"),
    recipient: toAddress(recipient, "recipient"),
    timestamp: Number(timestamp) * 1000,
    txHash: log.transactionHash.toLowerCase() as Hex,
    blockNumber: Number(log.blockNumber),
    logIndex: Number(log.logIndex),
    payment: amount === 0n ? null : { token: toAddress(token, "token"), amount: amount.toString() },
  };
}

function blockOf(outcome: RpcOutcome | undefined): RawBlock | undefined {
  return (resultOf(outcome) as RawBlock | null) ?? undefined;
}

function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome === undefined || "error" in outcome) throw outcome?.error ?? new Error("no outcome");
  return outcome.result;
}

function hex(number: number): string {
  return `0x${number.toString(16)}`;
}
