/** Names of alert types: the readable identifier, unless the trade has a clearer name. */
import type { AlertType } from '@fairline/proto/risk/alerts';
import { i18n } from '@lingui/core';

const names: Record<AlertType, () => string> = {
  game_out_of_bounds: () => i18n._({ id: 'alert.type.game', message: 'Game out of bounds' }),
  books_unbalanced: () => i18n._({ id: 'alert.type.books', message: 'Books unbalanced' }),
  round_mismatch: () => i18n._({ id: 'alert.type.round', message: 'Record mismatch' }),
  bonus_abuse: () => i18n._({ id: 'alert.type.bonus', message: 'Bonus abuse' }),
  large_adjustment: () => i18n._({ id: 'alert.type.adjustment', message: 'Large adjustment' }),
  price_far_from_fair: () => i18n._({ id: 'alert.type.price', message: 'Price far from fair' }),
  near_threshold: () => i18n._({ id: 'alert.type.threshold', message: 'Near threshold' }),
  harm_score: () => i18n._({ id: 'alert.type.harm', message: 'Harm score' }),
  excluded_person: () => i18n._({ id: 'alert.type.excluded', message: 'Excluded person' }),
  large_deposit: () => i18n._({ id: 'alert.type.largeDeposit', message: 'Large deposit' }),
  structuring: () => i18n._({ id: 'alert.type.structuring', message: 'Structuring' }),
  unplayed_withdrawal: () => i18n._({ id: 'alert.type.unplayed', message: 'Unplayed withdrawal' }),
  bet_velocity: () => i18n._({ id: 'alert.type.velocity', message: 'Bet velocity' }),
  sign_in_failures: () => i18n._({ id: 'alert.type.signIn', message: 'Sign-in failures' }),
  shared_device: () => i18n._({ id: 'alert.type.device', message: 'Shared device' }),
  shared_address: () => i18n._({ id: 'alert.type.address', message: 'Shared address' }),
  shared_destination: () => i18n._({ id: 'alert.type.destination', message: 'Shared card or bank account' }),
  large_win: () => i18n._({ id: 'alert.type.largeWin', message: 'Large win' }),
  arbitrage: () => i18n._({ id: 'alert.type.arbitrage', message: 'Arbitrage' }),
  late_bets: () => i18n._({ id: 'alert.type.lateBets', message: 'Late bets' }),
  unusual_stake: () => i18n._({ id: 'alert.type.unusualStake', message: 'Unusual stake' }),
  opposite_sides: () => i18n._({ id: 'alert.type.oppositeSides', message: 'Opposite sides' }),
  dormant_account: () => i18n._({ id: 'alert.type.dormant', message: 'Dormant account' }),
  kyc_mismatch: () => i18n._({ id: 'alert.type.kyc', message: 'KYC mismatch' }),
  raised_limit_deposit: () => i18n._({ id: 'alert.type.raisedLimit', message: 'Raised-limit deposit' }),
  failed_deposits: () => i18n._({ id: 'alert.type.failedDeposits', message: 'Failed deposits' }),
  account_takeover: () => i18n._({ id: 'alert.type.takeover', message: 'Account takeover' }),
  own_prices_used: () => i18n._({ id: 'alert.type.ownPrices', message: 'Own prices used' }),
  own_rates_used: () => i18n._({ id: 'alert.type.ownRates', message: 'Own rates used' }),
  mutual_approvals: () => i18n._({ id: 'alert.type.mutual', message: 'Mutual approvals' }),
  operator_access: () => i18n._({ id: 'alert.type.access', message: 'Operator access' }),
  operator_rule: () => i18n._({ id: 'alert.type.rule', message: 'Operator rule' }),
  rate_far_from_market: () => i18n._({ id: 'alert.type.rate', message: 'Rate far from market' }),
  check_overdue: () => i18n._({ id: 'alert.type.check', message: 'Check overdue' }),
  prices_tampered: () => i18n._({ id: 'alert.type.tampered', message: 'Prices tampered' }),
  risk_rule_loosened: () => i18n._({ id: 'alert.type.loosened', message: 'Risk rule loosened' }),
  risk_level_lowered: () => i18n._({ id: 'alert.type.levelLowered', message: 'Risk level lowered' }),
  rule_throttled: () => i18n._({ id: 'alert.type.throttled', message: 'Rule throttled' }),
};

const isAlertType = (type: string): type is AlertType => Object.hasOwn(names, type);

/** Unknown types, which rules may add, are named by their identifier. */
export function alertTypeName(type: string): string {
  return isAlertType(type) ? names[type]() : readableType(type);
}

/** "shared_card" as "Shared card". */
function readableType(type: string): string {
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
