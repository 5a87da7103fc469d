// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that speaks for one key (EIP-1271).
contract OwnedWallet {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == OWNER ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// A wallet that refuses by reverting, whatever is shown to it.
contract RevertingWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("not mine");
    }
}
