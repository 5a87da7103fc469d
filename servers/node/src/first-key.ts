/** The first API key of a node: made where there has never been one, and told once. */

import { replaceFile } from "@bourse/kernel/files";
import type { ApiKeys, KeyScope } from "@bourse/node-core";

import type { NodeEnvironment } from "./environment.ts";
import type { Layout } from "./layout.ts";

export class FirstKey {
  readonly #scopes: readonly KeyScope[];
  readonly #layout: Pick<Layout, "firstApiKey">;
  #key: string | undefined;
  #hint: string | undefined;

  constructor(config: NodeEnvironment, layout: Pick<Layout, "firstApiKey">) {
    this.#scopes = scopesOf(config);
    this.#layout = layout;
  }

  /** The key that was made; undefined when there was one before. */
  get key(): string | undefined {
    return this.#key;
  }

  /** The sentence that tells where the key is; it may contain the key. */
  get hint(): string | undefined {
    return this.#hint;
  }

  /**
   * Makes the key, unless there is or was one. A key goes to a terminal only: what else reads standard output, such as
   * a journal, keeps what it reads.
   */
  async create(keys: Pick<ApiKeys, "createFirst">, isTerminal: boolean): Promise<void> {
    const key = await keys.createFirst(this.#scopes);
    if (key === undefined) return;
    this.#key = key;
    if (isTerminal) {
      this.#hint = `X-API-Key: ${key} (shown once)`;
      return;
    }
    const { firstApiKey } = this.#layout;
    await replaceFile(firstApiKey, [`${key}\n`]);
    this.#hint = `the first API key is in ${firstApiKey}: move it to a safe place`;
  }
}

/** Scopes of the first key: on a chain with real money the right to pay is given by hand. */
function scopesOf({ BLOCKCHAIN_URL }: NodeEnvironment): readonly KeyScope[] {
  return BLOCKCHAIN_URL.length > 0 ? ["share", "read"] : ["share", "read", "transfer"];
}
