/** Ada, whom an operator means, and Mallory, whose name, address or wallet is chosen to be taken for hers. */

/** Ada as she registers. */
export const ADA = {
  walletAddress: `0x${"a1".repeat(20)}`,
  username: "ada",
  email: "ada@bücher.example",
} as const;

/** Ada as the store knows her. */
export interface Known {
  readonly id: string;
  readonly walletAddress: string;
}

/** Mallory's wallet in every disguise. */
export const WALLET = `0x${"b2".repeat(20)}`;

/** Usernames and e-mail addresses of Mallory, some of which only an earlier version let her have. */
export const DISGUISES: readonly {
  readonly name: string;
  readonly username: (ada: Known) => string;
  readonly email: string;
}[] = [
  { name: "Ada's id as username", username: ({ id }) => id, email: "m@mallory.example" },
  {
    name: "Ada's wallet as username",
    username: ({ walletAddress }) => walletAddress,
    email: "m@mallory.example",
  },
  { name: "Ada's e-mail as username", username: () => ADA.email, email: "m@mallory.example" },
  {
    name: "Ada's e-mail in A-labels as username",
    username: () => "ada@xn--bcher-kva.example",
    email: "m@mallory.example",
  },
  { name: "a typed id as username", username: ({ id }) => `id:${id}`, email: "m@mallory.example" },
  { name: "a look-alike of her name", username: () => "аda", email: "m@mallory.example" },
  { name: "her name in another case", username: () => "ADA.", email: "m@mallory.example" },
  { name: "a look-alike of her address", username: () => "mal", email: "аda@bücher.example" },
  { name: "a domain that reads like hers", username: () => "mal", email: "ada@bucher.example" },
];

/** Words by which an operator names Ada, and nobody else. */
export function namesOf({ id, walletAddress }: Known): readonly string[] {
  return [
    `id:${id}`,
    `wallet:${walletAddress}`,
    `wallet:${walletAddress.toLowerCase()}`,
    `email:${ADA.email}`,
    "email:ada@xn--bcher-kva.example",
    "email:ADA@BÜCHER.EXAMPLE",
    "user:ada",
    "user:ADA",
  ];
}

/** The same words without their kind, as an operator in a hurry types them. */
export function bareNamesOf(ada: Known): readonly string[] {
  return namesOf(ada).map((word) => word.replace(/^[a-z]+:/, ""));
}
