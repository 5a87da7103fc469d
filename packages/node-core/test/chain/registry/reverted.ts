/** A call of the model that reverts. */
import { Interface } from "ethers";

const TEXT_REASON = new Interface(["error Error(string)"]);

export class Reverted extends Error {
  /** Data of the revert, hex. */
  readonly data: string;

  constructor(data = "0x") {
    super(`reverted with ${data}`);
    this.data = data;
  }

  /** Creates a revert whose reason is a text. */
  static because(text: string): Reverted {
    return new Reverted(TEXT_REASON.encodeErrorResult("Error", [text]));
  }
}
