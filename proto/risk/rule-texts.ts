/**
 * Names and sentences of the risk rules in English, as data. The text of an alert is the sentence of its rule, with `{n}` for the threshold and `{time}` for the window.
 * Every language of the app has a sentence for each rule; a missing one does not compile.
 */
export const ruleTexts = {
  large_deposit: { name: 'Large deposit', sentence: 'A player made a single deposit of {n} or more.' },
  deposit_total: { name: 'Cumulative deposits', sentence: 'A player deposited a total of {n} or more within {time}.' },
  structuring: {
    name: 'Structured deposits',
    sentence: 'A player made {n} or more deposits just below 5,000.00 or 10,000.00 within {time}.',
  },
  unplayed_withdrawal: {
    name: 'Withdrawal after minimal play',
    sentence:
      'A player staked less than {n}% of their deposits within {time} and requested a withdrawal of 200.00 or more.',
  },
  failed_deposits: { name: 'Failed deposits', sentence: 'A player had {n} or more failed deposits within {time}.' },
  raised_limit_deposit: {
    name: 'Deposit after raising a limit',
    sentence: 'A player raised or removed a deposit limit, then made a deposit of {n} or more within {time}.',
  },
  dormant_account: {
    name: 'Dormant account reactivated',
    sentence: 'A player deposited or requested a withdrawal after {n} days or more without activity.',
  },
  large_win: { name: 'Large win', sentence: 'A single bet or round paid out {n} or more.' },
  sign_in_failures: {
    name: 'Failed sign-ins to one account',
    sentence: '{n} or more sign-ins to one account failed within {time}.',
  },
  sign_in_failures_address: {
    name: 'Failed sign-ins from one IP address',
    sentence: '{n} or more sign-ins from one IP address failed within {time}.',
  },
  shared_device: { name: 'Shared device', sentence: '{n} or more players signed in on the same device within {time}.' },
  shared_address: {
    name: 'Shared IP address',
    sentence: '{n} or more players signed in from the same IP address within {time}.',
  },
  shared_destination: {
    name: 'Shared card or bank account',
    sentence: '{n} or more players used the same card or bank account within {time}.',
  },
  account_takeover: {
    name: 'Possible account takeover',
    sentence:
      'A player requested withdrawals to {n} or more new destinations within {time} of changing their password, signing in on a new device or turning off two-factor authentication.',
  },
  kyc_rejections: {
    name: 'Repeated KYC rejections',
    sentence: "A player's verification was rejected {n} or more times within {time}.",
  },
  kyc_identity_change: {
    name: 'Identity changed around verification',
    sentence:
      'A player changed their name, date of birth or country {n} or more times within {time} before or after being verified.',
  },
  linked_claims: {
    name: 'Promotions claimed on a shared device',
    sentence: '{n} or more players sharing a device claimed promotions within {time}.',
  },
  bet_velocity: { name: 'Bet velocity', sentence: 'A player placed {n} or more bets within {time}.' },
  unusual_stake: {
    name: 'Unusual stake',
    sentence: 'A player staked 500.00 or more, at least {n} times their average stake of the previous {time}.',
  },
  arbitrage: {
    name: 'Arbitrage',
    sentence:
      'A player backed different selections of the same market within an hour, in {n} or more markets within {time}.',
  },
  late_bets: {
    name: 'Bets just before suspension',
    sentence:
      'Within {time}, {n} or more live bets of one player were accepted in the 5 seconds before the market was suspended.',
  },
  rejected_live_bets: {
    name: 'Rejected live bets',
    sentence:
      "Within {time}, at least {n}% of a player's live bets, of 20 or more, were rejected because the price or the market had moved.",
  },
  opposite_sides: {
    name: 'Linked players on opposite sides',
    sentence:
      '{n} or more players sharing a device, card or bank account backed different selections of the same market within {time}.',
  },
  own_prices_used: {
    name: "One player betting at an operator's own prices",
    sentence:
      'Within {time} of an operator setting own prices on a market, one player staked {n} or more and at least 80% of all stakes on it.',
  },
  own_rates_used: {
    name: 'Conversion at an operator-set rate',
    sentence: 'A player converted {n} or more within {time} of an operator setting the exchange rate.',
  },
  mutual_approvals: {
    name: "Operators approving each other's requests",
    sentence: "Two operators each approved {n} or more of the other's requests within {time}.",
  },
  inviter_approvals: {
    name: "Approving the inviter's requests",
    sentence: 'Within {time}, an operator approved {n} or more requests from the operator who invited them.',
  },
  operator_gifts: {
    name: 'One operator giving one player money',
    sentence:
      'Within {time}, an operator alone gave one player {n} or more by adjustments, free bets, bets settled by hand and voided rounds.',
  },
  voided_losses: {
    name: "Voiding a player's losing rounds",
    sentence:
      "Within {time}, an operator alone voided one player's casino rounds so that the player got {n} or more back; winning rounds count against it.",
  },
  unseen_documents: {
    name: 'Documents approved without being opened',
    sentence: 'An operator approved documents of a player without having opened them within {time} before.',
  },
} as const satisfies Record<string, { name: string; sentence: string }>;
export type RuleId = keyof typeof ruleTexts;
