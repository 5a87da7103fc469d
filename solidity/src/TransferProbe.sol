// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Makes a transfer and returns the payee's balance before and after it
/// @notice Never deployed: a simulated call puts this code at the address of the wallet that pays.
contract TransferProbe {
    /// @dev What the token returns does not matter: the balances tell what it does.
    function probe(address token, address to, uint256 amount) external returns (uint256 earlier, uint256 later) {
        earlier = IERC20(token).balanceOf(to);
        (bool done, bytes memory reason) = token.call(abi.encodeCall(IERC20.transfer, (to, amount)));
        if (!done) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
        later = IERC20(token).balanceOf(to);
    }
}
