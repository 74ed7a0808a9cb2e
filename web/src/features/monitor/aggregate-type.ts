/** The resource type of an event on operators' pages; undefined if it has no page. */
const byStart: readonly (readonly [service: string, start: RegExp, type: string])[] = [
  ['betting', /^Bet/, 'bet'],
  ['betting', /^Fixture/, 'fixture'],
  ['betting', /^Market|^Price/, 'market'],
  ['wallet', /^Deposit|^Withdrawal(?!Pin)/, 'payment'],
  ['casino', /^Round/, 'round'],
  ['casino', /^Game/, 'game'],
  ['promotions', /^PromotionClaimed|^Wagering|^Claim/, 'claim'],
  ['promotions', /^Promotion/, 'promotion'],
  ['kyc', /^Kyc/, 'verification'],
  ['support', /^Ticket/, 'ticket'],
  ['risk', /^Alert/, 'alert'],
  ['auth', /^User(?!Sign)/, 'player'],
];

export function aggregateType(service: string, name: string): string | undefined {
  return byStart.find(([of, start]) => of === service && start.test(name))?.[2];
}
