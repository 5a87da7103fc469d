// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title Verifies the signature of a contract wallet that may not be deployed yet (EIP-6492)
/// @notice Never deployed: a simulated call creates it, and the "code" of the new contract is one byte, 1 for a valid signature.
contract SignatureCheck {
    /// @param wrapped Factory, its call data and the signature, as in EIP-6492 before its last 32 bytes.
    constructor(address wallet, bytes32 hash, bytes memory wrapped) {
        (address factory, bytes memory factoryCall, bytes memory signature) =
            abi.decode(wrapped, (address, bytes, bytes));
        bool valid = confirms(wallet, hash, signature);
        if (!valid) {
            // The wallet is not deployed, or has to be prepared for this signature.
            (bool done,) = factory.call(factoryCall);
            valid = done && confirms(wallet, hash, signature);
        }
        assembly {
            mstore(0, valid)
            return(31, 1)
        }
    }

    /// @dev What an address without code, or one that reverts, returns confirms nothing.
    function confirms(address wallet, bytes32 hash, bytes memory signature) private view returns (bool) {
        (bool done, bytes memory answer) =
            wallet.staticcall(abi.encodeCall(IERC1271.isValidSignature, (hash, signature)));
        return done && answer.length == 32 && bytes32(answer) == bytes32(IERC1271.isValidSignature.selector);
    }
}
