export { DevelopmentChainError, type DevelopmentChainErrorCode } from "./errors.ts";
export {
  startDevelopmentChain,
  type DevelopmentChain,
  type DevelopmentChainOptions,
} from "./start-development-chain.ts";
