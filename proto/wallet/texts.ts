/** The sentences wallet shows about money: movements, decisions and failures of the provider. Data, so that a page can list and translate every one. */

/** What moved, by the kind of the transfer; a method or a note may follow after a colon. */
export const movementTexts = {
  stake: 'Sports bet',
  win: 'Winnings',
  cashOut: 'Cash-out',
  refund: 'Stake returned',
  correction: 'Bet result corrected',
  welcome: 'Welcome bonus',
  opening: 'Play money',
  testWin: 'Test win of play money',
  adjustment: 'Adjustment',
  conversion: 'Currency conversion',
  currency: 'Welcome bonus in another currency',
  forfeit: 'Bonus ended with the account',
  rest: 'Rest below a cent ended with the account',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  returned: 'Withdrawal returned',
} as const;

/** What a payment already is that cannot be decided any more, by its status; one that is pending is in the hands of the provider. */
export const decidedTexts = {
  pending: 'given to the payment provider',
  approved: 'approved',
  rejected: 'rejected',
  failed: 'failed',
} as const;

/** Why the provider did not carry a payment out, by what it calls it; `other` for what it never named before. */
export const failureTexts = {
  declined: 'Declined by the card issuer',
  insufficient_funds: 'Declined for lack of funds',
  canceled: 'Not finished in time',
  canceled_by_payer: 'Cancelled by you',
  destination_refused: 'The destination did not accept it',
  returned_by_bank: 'Returned by the receiving bank',
  token_unknown: 'The payment provider does not know this saved method any more',
  other: 'Refused by the payment provider',
} as const;
