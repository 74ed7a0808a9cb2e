/** Names and descriptions of risk rules by id; an unknown rule has the server's text. */
import type { RuleId } from '@fairline/proto/risk/rule-texts';
import type { RiskRule } from '@fairline/proto/risk/rules';
import { i18n } from '@lingui/core';

interface Texts {
  name: () => string;
  /** The description has no figures, because operators can change them. */
  looks: () => string;
}

const texts: Readonly<Record<RuleId, Texts>> = {
  large_deposit: {
    name: () => i18n._({ id: 'riskRule.largeDeposit', message: 'Large deposit' }),
    looks: () => i18n._({ id: 'riskRule.largeDeposit.looks', message: 'A single deposit reaches the threshold.' }),
  },
  deposit_total: {
    name: () => i18n._({ id: 'riskRule.depositTotal', message: 'Cumulative deposits' }),
    looks: () => i18n._({ id: 'riskRule.depositTotal.looks', message: "A player's deposits add up to the threshold." }),
  },
  structuring: {
    name: () => i18n._({ id: 'riskRule.structuring', message: 'Structured deposits' }),
    looks: () =>
      i18n._({
        id: 'riskRule.structuring.looks',
        message: 'A player makes several deposits just below 5,000.00 or 10,000.00.',
      }),
  },
  unplayed_withdrawal: {
    name: () => i18n._({ id: 'riskRule.unplayed', message: 'Withdrawal after minimal play' }),
    looks: () =>
      i18n._({
        id: 'riskRule.unplayed.looks',
        message: 'A player withdraws 200.00 or more after staking little of what they deposited.',
      }),
  },
  failed_deposits: {
    name: () => i18n._({ id: 'riskRule.failedDeposits', message: 'Failed deposits' }),
    looks: () => i18n._({ id: 'riskRule.failedDeposits.looks', message: 'A player has several failed deposits.' }),
  },
  raised_limit_deposit: {
    name: () => i18n._({ id: 'riskRule.raisedLimit', message: 'Deposit after raising a limit' }),
    looks: () =>
      i18n._({
        id: 'riskRule.raisedLimit.looks',
        message: 'A player raises or removes a deposit limit, then deposits.',
      }),
  },
  dormant_account: {
    name: () => i18n._({ id: 'riskRule.dormant', message: 'Dormant account reactivated' }),
    looks: () =>
      i18n._({
        id: 'riskRule.dormant.looks',
        message: 'A player deposits or requests a withdrawal after a long time without activity.',
      }),
  },
  large_win: {
    name: () => i18n._({ id: 'riskRule.largeWin', message: 'Large win' }),
    looks: () =>
      i18n._({ id: 'riskRule.largeWin.looks', message: 'A single bet or round pays out the threshold or more.' }),
  },
  sign_in_failures: {
    name: () => i18n._({ id: 'riskRule.signIn', message: 'Failed sign-ins to one account' }),
    looks: () => i18n._({ id: 'riskRule.signIn.looks', message: 'Repeated sign-ins to one account fail.' }),
  },
  sign_in_failures_address: {
    name: () => i18n._({ id: 'riskRule.signInAddress', message: 'Failed sign-ins from one IP address' }),
    looks: () =>
      i18n._({
        id: 'riskRule.signInAddress.looks',
        message: 'Repeated sign-ins from one IP address fail, to any account.',
      }),
  },
  shared_device: {
    name: () => i18n._({ id: 'riskRule.device', message: 'Shared device' }),
    looks: () => i18n._({ id: 'riskRule.device.looks', message: 'Several players sign in on the same device.' }),
  },
  shared_address: {
    name: () => i18n._({ id: 'riskRule.address', message: 'Shared IP address' }),
    looks: () => i18n._({ id: 'riskRule.address.looks', message: 'Several players sign in from the same IP address.' }),
  },
  shared_destination: {
    name: () => i18n._({ id: 'riskRule.destination', message: 'Shared card or bank account' }),
    looks: () =>
      i18n._({ id: 'riskRule.destination.looks', message: 'Several players use the same card or bank account.' }),
  },
  account_takeover: {
    name: () => i18n._({ id: 'riskRule.takeover', message: 'Possible account takeover' }),
    looks: () =>
      i18n._({
        id: 'riskRule.takeover.looks',
        message:
          'A player withdraws to a new destination soon after changing their password, signing in on a new device or turning off two-factor authentication.',
      }),
  },
  kyc_rejections: {
    name: () => i18n._({ id: 'riskRule.kycRejections', message: 'Repeated KYC rejections' }),
    looks: () =>
      i18n._({ id: 'riskRule.kycRejections.looks', message: "A player's verification is rejected repeatedly." }),
  },
  kyc_identity_change: {
    name: () => i18n._({ id: 'riskRule.kycIdentity', message: 'Identity changed around verification' }),
    looks: () =>
      i18n._({
        id: 'riskRule.kycIdentity.looks',
        message: 'A player changes their name, date of birth or country shortly before or after being verified.',
      }),
  },
  linked_claims: {
    name: () => i18n._({ id: 'riskRule.linkedClaims', message: 'Promotions claimed on a shared device' }),
    looks: () => i18n._({ id: 'riskRule.linkedClaims.looks', message: 'Players sharing a device claim promotions.' }),
  },
  bet_velocity: {
    name: () => i18n._({ id: 'riskRule.velocity', message: 'Bet velocity' }),
    looks: () => i18n._({ id: 'riskRule.velocity.looks', message: 'A player places many bets in a short time.' }),
  },
  unusual_stake: {
    name: () => i18n._({ id: 'riskRule.unusualStake', message: 'Unusual stake' }),
    looks: () =>
      i18n._({
        id: 'riskRule.unusualStake.looks',
        message: "A stake of 500.00 or more is far above the player's average.",
      }),
  },
  arbitrage: {
    name: () => i18n._({ id: 'riskRule.arbitrage', message: 'Arbitrage' }),
    looks: () =>
      i18n._({
        id: 'riskRule.arbitrage.looks',
        message: 'A player backs different selections of the same market within an hour, in several markets.',
      }),
  },
  late_bets: {
    name: () => i18n._({ id: 'riskRule.lateBets', message: 'Bets just before suspension' }),
    looks: () =>
      i18n._({
        id: 'riskRule.lateBets.looks',
        message: "A player's live bets are accepted in the 5 seconds before the market is suspended.",
      }),
  },
  rejected_live_bets: {
    name: () => i18n._({ id: 'riskRule.rejectedLive', message: 'Rejected live bets' }),
    looks: () =>
      i18n._({
        id: 'riskRule.rejectedLive.looks',
        message:
          "Many of a player's live bets, of 20 or more, are rejected because the price or the market moves before they are accepted.",
      }),
  },
  opposite_sides: {
    name: () => i18n._({ id: 'riskRule.oppositeSides', message: 'Linked players on opposite sides' }),
    looks: () =>
      i18n._({
        id: 'riskRule.oppositeSides.looks',
        message: 'Players sharing a device, card or bank account back different selections of the same market.',
      }),
  },
  own_prices_used: {
    name: () => i18n._({ id: 'riskRule.ownPrices', message: "One player betting at an operator's own prices" }),
    looks: () =>
      i18n._({
        id: 'riskRule.ownPrices.looks',
        message: 'After an operator sets own prices on a market, one player makes up at least 80% of the stakes on it.',
      }),
  },
  own_rates_used: {
    name: () => i18n._({ id: 'riskRule.ownRates', message: 'Conversion at an operator-set rate' }),
    looks: () =>
      i18n._({
        id: 'riskRule.ownRates.looks',
        message: 'A player converts money soon after an operator sets the exchange rate.',
      }),
  },
  mutual_approvals: {
    name: () => i18n._({ id: 'riskRule.mutual', message: "Operators approving each other's requests" }),
    looks: () =>
      i18n._({
        id: 'riskRule.mutual.looks',
        message: "Two operators approve each other's requests; the threshold counts each way.",
      }),
  },
  inviter_approvals: {
    name: () => i18n._({ id: 'riskRule.inviter', message: "Approving the inviter's requests" }),
    looks: () =>
      i18n._({
        id: 'riskRule.inviter.looks',
        message: 'An operator approves requests from the operator who invited them.',
      }),
  },
  operator_gifts: {
    name: () => i18n._({ id: 'riskRule.gifts', message: 'One operator giving one player money' }),
    looks: () =>
      i18n._({
        id: 'riskRule.gifts.looks',
        message:
          'Adjustments, free bets, bets settled by hand and voided rounds that one operator alone decided for one player add up.',
      }),
  },
  voided_losses: {
    name: () => i18n._({ id: 'riskRule.voids', message: "Voiding a player's losing rounds" }),
    looks: () =>
      i18n._({
        id: 'riskRule.voids.looks',
        message: "One operator voids a player's losing casino rounds while the winning ones stand.",
      }),
  },
  unseen_documents: {
    name: () => i18n._({ id: 'riskRule.unseen', message: 'Documents approved without being opened' }),
    looks: () =>
      i18n._({
        id: 'riskRule.unseen.looks',
        message: "An operator approves a player's documents without having opened them.",
      }),
  },
};

const textsOf = (id: string): Texts | undefined => (Object.hasOwn(texts, id) ? texts[id as RuleId] : undefined);

/** A rule without a known name is named by its id. */
export function ruleName({ id, name = id }: { id: string; name?: string }): string {
  return textsOf(id)?.name() ?? name;
}

export function ruleDescription({ id, description }: Pick<RiskRule, 'id' | 'description'>): string {
  return textsOf(id)?.looks() ?? description;
}
