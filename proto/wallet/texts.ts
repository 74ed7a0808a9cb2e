/** Texts of wallet about movements of money, decisions and failures at the provider. They are data, so that pages can translate each of them. */

/** Text by kind of transfer; a method or a note may follow after a colon. */
export const movementTexts = {
  stake: 'Sports bet',
  win: 'Winnings',
  cashOut: 'Cash-out',
  refund: 'Stake returned',
  correction: 'Bet result corrected',
  roundStake: 'Casino round',
  roundWin: 'Casino winnings',
  jackpot: 'Jackpot',
  roundRefund: 'Void round, stake returned',
  roundCorrection: 'Void round, payout taken back',
  welcome: 'Welcome bonus',
  opening: 'Play money',
  testWin: 'Test win of play money',
  adjustment: 'Adjustment',
  conversion: 'Currency conversion',
  currency: 'Welcome bonus in another currency',
  bonus: 'Bonus',
  bonusConversion: 'Bonus converted to cash',
  bonusForfeit: 'Bonus forfeited',
  cashback: 'Cashback',
  loyalty: 'Loyalty points redeemed',
  forfeit: 'Bonus ended with the account',
  rest: 'Rest below a cent ended with the account',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  returned: 'Withdrawal returned',
} as const;

/** The description of a casino round: its game, its payout as a multiple of its stake once it is over, and the last characters of its id. */
export const roundTexts = {
  roundStake: '{game} · round {reference}',
  over: '{game} · {multiplier}x · round {reference}',
  jackpot: 'Jackpot · {game} · round {reference}',
  roundRefund: 'Void round, stake returned · {game} · round {reference}',
  roundCorrection: 'Void round, payout taken back · {game} · round {reference}',
} as const;

/** The state of a payment by status, for the message of `already_decided`. The provider is processing a pending one. */
export const decidedTexts = {
  pending: 'given to the payment provider',
  approved: 'approved',
  rejected: 'rejected',
  failed: 'failed',
  /** A deposit report that the player withdrew, and a bank transfer that an operator marked as paid. */
  withdrawn: 'withdrawn by the player',
  paid: 'marked as paid',
} as const;

/** The failure reason of a deposit report that the player withdrew. */
export const withdrawnText = 'Withdrawn by you';

/** The reasons of a payment that the provider did not carry out, by failure code; `other` for unknown codes. */
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
