/**
 * Whether money can be sent to a crypto address: its characters and its checksum are valid. Pure.
 * Bitcoin: base58check (BIP 13), bech32 (BIP 173) and bech32m (BIP 350) of the main network. Ethereum: EIP-55 where both cases occur.
 */

import type { CurrencyCode } from '@fairline/proto/money';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** Whether the text is an address of the coin that is paid out. Any other currency accepts an address of either coin. */
export function isCryptoAddress(text: string, currency: CurrencyCode): boolean {
  const address = text.trim();
  if (currency === 'BTC') return isBitcoinAddress(address);
  if (currency === 'ETH') return isEthereumAddress(address);
  return isBitcoinAddress(address) || isEthereumAddress(address);
}

const base58check = createBase58check(sha256);
/** Version bytes of the main network: pay to a public key hash, and to a script hash. */
const versions: readonly (number | undefined)[] = [0x00, 0x05];
const hashBytes = 20;

function isBitcoinAddress(address: string): boolean {
  if (/^bc1/i.test(address)) return isSegwitAddress(address);
  const bytes = attempt(() => base58check.decode(address));
  return bytes?.length === 1 + hashBytes && versions.includes(bytes[0]);
}

/** Version 0 of witness programs has the older checksum (bech32), later versions have bech32m. */
function isSegwitAddress(address: string): boolean {
  const older = attempt(() => bech32.decode(address as `bc1${string}`));
  const decoded = older ?? attempt(() => bech32m.decode(address as `bc1${string}`));
  const [version, ...words] = decoded?.words ?? [];
  if (!decoded || version === undefined || version > 16 || (version === 0) !== (older !== undefined)) return false;
  const program = attempt(() => (older ? bech32 : bech32m).fromWords(words));
  if (!program) return false;
  return version === 0 ? program.length === 20 || program.length === 32 : program.length >= 2 && program.length <= 40;
}

/** An address in one case has no checksum. */
function isEthereumAddress(address: string): boolean {
  const [, digits = ''] = /^0x([0-9a-f]{40})$/i.exec(address) ?? [];
  if (!digits) return false;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return [...digits].every(
    (digit, place) =>
      digit === (Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit.toLowerCase()),
  );
}

/** Undefined if the text cannot be decoded. */
function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
