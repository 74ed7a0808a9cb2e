/** The subscriber of a network address, used wherever callers are counted or compared by address. */

/** An IPv6 subscriber usually has a whole /64 network, so its addresses count as one. */
export function subscriberOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? [];
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const whole = address.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front;
  return `${whole.slice(0, 4).join(':')}::/64`;
}
