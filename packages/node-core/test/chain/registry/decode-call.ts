/** Calldata of the compliance contract as the contract's own decoder reads it, written from the ABI specification. */
import { id } from "ethers";

type Word = "bytes32" | "address" | "uint256";

/** The decoded arguments, one for each type: bytes32 and address in hex, uint256 as a number, string as its bytes. */
export interface DecodedCall {
  readonly name: string;
  readonly args: readonly (string | bigint | Buffer)[];
}

const FUNCTIONS: Readonly<Record<string, readonly (Word | "string")[]>> = {
  record: ["bytes32", "string", "address"],
  recordWithPayment: ["bytes32", "string", "address", "address", "uint256"],
  recordPulled: ["bytes32", "string", "address", "address", "uint256"],
  allowPull: ["address", "address", "uint256"],
  isRecorded: ["address", "bytes32"],
  pullAllowance: ["address", "address", "address"],
};

const BY_SELECTOR = new Map(
  Object.entries(FUNCTIONS).map(([name, types]) => [
    id(`${name}(${types.join(",")})`).slice(2, 10),
    { name, types },
  ]),
);

const WORD = 32;
const SELECTOR = 4;
const LENGTH_LIMIT = 2n ** 64n;

/** Undefined for calldata that the contract reverts on: bytes after the arguments are no fault, dirty addresses are. */
export function decodeCall(data: string): DecodedCall | undefined {
  const bytes = Buffer.from(data.slice(2), "hex");
  const found = BY_SELECTOR.get(bytes.toString("hex", 0, SELECTOR));
  if (found === undefined || bytes.length < SELECTOR + found.types.length * WORD) return undefined;
  const args: (string | bigint | Buffer)[] = [];
  for (const [index, type] of found.types.entries()) {
    const word = bytes.subarray(SELECTOR + index * WORD, SELECTOR + (index + 1) * WORD);
    const value = type === "string" ? stringAt(bytes, numberOf(word)) : plain(type, word);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return { name: found.name, args };
}

function plain(type: Word, word: Buffer): string | bigint | undefined {
  if (type === "uint256") return numberOf(word);
  if (type === "bytes32") return `0x${word.toString("hex")}`;
  return word.subarray(0, 12).every((byte) => byte === 0)
    ? `0x${word.toString("hex", 12)}`
    : undefined;
}

/** The padding after a string need not be there. */
function stringAt(bytes: Buffer, offset: bigint): Buffer | undefined {
  if (offset >= LENGTH_LIMIT) return undefined;
  const start = BigInt(SELECTOR) + offset;
  if (start + BigInt(WORD) > BigInt(bytes.length)) return undefined;
  const at = Number(start);
  const length = numberOf(bytes.subarray(at, at + WORD));
  if (length >= LENGTH_LIMIT || start + BigInt(WORD) + length > BigInt(bytes.length)) {
    return undefined;
  }
  return bytes.subarray(at + WORD, at + WORD + Number(length));
}

function numberOf(word: Buffer): bigint {
  return BigInt(`0x${word.toString("hex")}`);
}
