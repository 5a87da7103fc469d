// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A token to try payments with, worth nothing
contract DemoToken is ERC20, ERC20Permit, Ownable {
    constructor(address owner) ERC20("Bourse Demo", "DEMO") ERC20Permit("Bourse Demo") Ownable(owner) {}

    /// @notice Makes `amount` new units for `to`.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}
