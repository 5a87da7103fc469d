// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title Append-only register of what was shared with whom, and of what was paid for it
/// @notice Anyone records under their own address. A proof and its payment are one transaction: both happen or neither.
/// @dev One storage slot for each (sender, dataHash); everything else is in the event.
contract ComplianceRegistry is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @param timestamp of the block, Unix seconds
    /// @param token what was paid in, zero for the native token and where nothing was paid
    /// @param amount in the token's smallest unit, 0 where nothing was paid
    event ComplianceEvent(
        address indexed sender,
        bytes32 indexed dataHash,
        address indexed recipient,
        string eventType,
        uint256 timestamp,
        address token,
        uint256 amount
    );

    /// A payer lets a puller take up to `amount` of `token` by `recordPulled`.
    event PullAllowed(address indexed payer, address indexed puller, address indexed token, uint256 amount);

    error DataHashMissing();
    error RecipientMissing();
    error AmountMissing();
    /// Letters, digits, `_`, `-` and `.`, 1 to 64 of them.
    error EventTypeInvalid();
    /// The native value sent is not the amount to pay.
    error ValueMismatch(uint256 expected, uint256 sent);
    error NativePaymentFailed();
    /// The payee got less than the amount: a token that keeps a fee, or a payment to oneself.
    error PaymentIncomplete(uint256 expected, uint256 received);
    /// The payer lets the caller pull less than that.
    error PullNotAllowed(uint256 needed, uint256 allowed);

    /// Unix seconds of the first record, by keccak256(sender, dataHash).
    mapping(bytes32 key => uint256 timestamp) private _firstRecorded;

    /// @notice What `payer` lets `puller` take of `token` by `recordPulled`.
    mapping(address payer => mapping(address puller => mapping(address token => uint256 amount))) public pullAllowance;

    /// @notice Records that the caller shared the data with `recipient`. The same hash may go to many recipients.
    function record(bytes32 dataHash, string calldata eventType, address recipient) external {
        _record(dataHash, eventType, recipient, address(0), 0);
    }

    /// @notice Records, and pays `amount` of `token` (zero: native, sent along) from the caller to `recipient`.
    function recordWithPayment(
        bytes32 dataHash,
        string calldata eventType,
        address recipient,
        address token,
        uint256 amount
    ) external payable nonReentrant {
        if (amount == 0) revert AmountMissing();
        _record(dataHash, eventType, recipient, token, amount);
        if (token == address(0)) {
            if (msg.value != amount) revert ValueMismatch(amount, msg.value);
            (bool paid,) = recipient.call{value: amount}("");
            if (!paid) revert NativePaymentFailed();
        } else {
            if (msg.value != 0) revert ValueMismatch(0, msg.value);
            _pay(IERC20(token), msg.sender, recipient, amount);
        }
    }

    /// @notice Records, and pays `amount` of the ERC-20 `token` from `recipient` to the caller, whom the recipient has
    /// let do so by `allowPull` (and this contract by the token's own `approve`).
    function recordPulled(
        bytes32 dataHash,
        string calldata eventType,
        address recipient,
        address token,
        uint256 amount
    ) external nonReentrant {
        if (amount == 0) revert AmountMissing();
        _record(dataHash, eventType, recipient, token, amount);
        uint256 allowed = pullAllowance[recipient][msg.sender][token];
        if (allowed < amount) revert PullNotAllowed(amount, allowed);
        pullAllowance[recipient][msg.sender][token] = allowed - amount;
        _pay(IERC20(token), recipient, msg.sender, amount);
    }

    /// @notice Lets `puller` take up to `amount` of the caller's `token` by `recordPulled`; 0 takes it back.
    /// @dev Needed beside the token's allowance, which any caller of this contract could otherwise draw on.
    function allowPull(address puller, address token, uint256 amount) external {
        pullAllowance[msg.sender][puller][token] = amount;
        emit PullAllowed(msg.sender, puller, token, amount);
    }

    /// @notice Whether `sender` has recorded `dataHash`.
    function isRecorded(address sender, bytes32 dataHash) external view returns (bool) {
        return _firstRecorded[_key(sender, dataHash)] != 0;
    }

    function _record(
        bytes32 dataHash,
        string calldata eventType,
        address recipient,
        address token,
        uint256 amount
    ) private {
        if (dataHash == bytes32(0)) revert DataHashMissing();
        if (recipient == address(0)) revert RecipientMissing();
        _checkEventType(bytes(eventType));
        bytes32 key = _key(msg.sender, dataHash);
        if (_firstRecorded[key] == 0) _firstRecorded[key] = block.timestamp;
        emit ComplianceEvent(msg.sender, dataHash, recipient, eventType, block.timestamp, token, amount);
    }

    /// The balance is compared too: a token may keep a part, or do nothing and report success.
    function _pay(IERC20 token, address from, address to, uint256 amount) private {
        uint256 before = token.balanceOf(to);
        token.safeTransferFrom(from, to, amount);
        uint256 current = token.balanceOf(to);
        uint256 received = current > before ? current - before : 0;
        if (received < amount) revert PaymentIncomplete(amount, received);
    }

    function _key(address sender, bytes32 dataHash) private pure returns (bytes32) {
        return keccak256(abi.encode(sender, dataHash));
    }

    function _checkEventType(bytes calldata eventType) private pure {
        if (eventType.length == 0 || eventType.length > 64) revert EventTypeInvalid();
        for (uint256 i = 0; i < eventType.length; ++i) {
            bytes1 c = eventType[i];
            bool known = (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || (c >= "0" && c <= "9")
                || c == "_" || c == "-" || c == ".";
            if (!known) revert EventTypeInvalid();
        }
    }
}
