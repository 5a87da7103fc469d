/** A process that sends transactions to a development chain and says which were acknowledged, until it is killed. */
import { writeSync } from "node:fs";

import { Transaction, Wallet } from "ethers";

import { startDevelopmentChain } from "../src/index.ts";

const [directory = "", key = ""] = process.argv.slice(2);
const wallet = new Wallet(key);
const chain = await startDevelopmentChain({ directory, checkpointEveryBlocks: 7 });
await chain.fund(wallet.address, 10n ** 21n);
let nonce = Number(await chain.request("eth_getTransactionCount", [wallet.address, "latest"]));
for (;;) {
  const batch = Array.from({ length: 4 }, async () => {
    const raw = await wallet.signTransaction({
      type: 2,
      chainId: chain.chainId,
      nonce: nonce++,
      to: wallet.address,
      value: 1n,
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    });
    await chain.request("eth_sendRawTransaction", [raw]);
    const hash = Transaction.from(raw).hash;
    const receipt = await chain.request("eth_getTransactionReceipt", [hash]);
    const { blockHash } = receipt as { blockHash: string };
    writeSync(1, `acknowledged ${hash} ${blockHash}\n`);
  });
  await Promise.all(batch);
}
