/** Crypto addresses that are taken and refused, with the published examples of their standards. */
import { describe, expect, it } from 'vitest';
import { isCryptoAddress } from './crypto-address.ts';

const segwit = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

it.each([
  ['BTC', segwit, true],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', true],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', true],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', true],
  ['BTC', ` ${segwit} `, true],
  ['BTC', ether, false],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', false],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', false],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false],
  ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', false],
  ['BTC', 'my wallet', false],
  ['ETH', ether, true],
  ['ETH', ether.toLowerCase(), true],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', true],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', false],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', false],
  ['ETH', ether.slice(2), false],
  ['ETH', segwit, false],
  ['USD', segwit, true],
  ['USD', ether, true],
  ['USD', 'somewhere', false],
] as const)('%s to %s: %s', (currency, address, accepted) => expect(isCryptoAddress(address, currency)).toBe(accepted));

describe('a typing error', () => {
  const slips = (text: string, alphabet: string) =>
    [...text].flatMap((old, place) =>
      [...alphabet].filter((sign) => sign !== old).map((sign) => text.slice(0, place) + sign + text.slice(place + 1)),
    );

  it('in one character of a bitcoin address is always found', () => {
    expect(
      slips(segwit, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l').filter(
        (text) => text.startsWith('bc1') && isCryptoAddress(text, 'BTC'),
      ),
    ).toEqual([]);
  });

  it('of a case in an ether address is always found', () => {
    const flipped = [...ether].flatMap((sign, place) => {
      const other = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
      return place < 2 || other === sign ? [] : [ether.slice(0, place) + other + ether.slice(place + 1)];
    });
    expect(flipped.filter((text) => isCryptoAddress(text, 'ETH'))).toEqual([]);
  });
});
