/**
 * The form of a promotion as typed, and its request: numbers in minor units, instants in UTC,
 * and only the fields that fit its type. Pure.
 */

import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import {
  fieldAboveClaim,
  PromotionForm,
  type PromotionType,
  promotionRules,
  type WageringProduct,
  wageringProducts,
} from '@fairline/proto/promotions/offers';
import { fieldMessages } from '@fairline/proto/texts';
import { dayMs, minuteMs } from '@fairline/proto/time';
import { i18n } from '@lingui/core';
import type { z } from 'zod';
import { isWagered, rewardCurrency } from '../../domain/promotions/terms.ts';

type RewardType = 'percentage' | 'fixed_amount';

export interface Draft {
  name: string;
  description: string;
  type: PromotionType;
  status: 'draft' | 'active';
  /** In the operator's own time, to the minute. */
  startsAt: string;
  endsAt: string;
  terms: string;
  rewardType: RewardType;
  value: string;
  maxAmount: string;
  wageringFactor: string;
  minDeposit: string;
  newUsersOnly: boolean;
  countries: string[];
  minOdds: string;
  sports: string[];
  minTier: string;
  counts: Record<WageringProduct, string>;
  maxStake: string;
  maxClaims: string;
}

/** The rewards of a type, and the fields of its form. */
export function fieldsOf(type: PromotionType): {
  rewards: readonly RewardType[];
  byDeposit: boolean;
  maxAmount: boolean;
  odds: boolean;
} {
  const byDeposit = isWagered(type);
  return {
    rewards:
      type === 'free_bet' ? ['fixed_amount'] : type === 'cashback' ? ['percentage'] : ['percentage', 'fixed_amount'],
    byDeposit,
    maxAmount: byDeposit || type === 'cashback',
    odds: byDeposit || type === 'free_bet',
  };
}

/** The chosen kind, if the type has it. */
export function rewardTypeOf(type: PromotionType, chosen: RewardType): RewardType {
  const { rewards } = fieldsOf(type);
  return rewards.includes(chosen) ? chosen : (rewards[0] as RewardType);
}

const monthMs = 30 * dayMs;

export function emptyDraft(now: Date): Draft {
  return {
    name: '',
    description: '',
    type: 'deposit_bonus',
    status: 'draft',
    startsAt: typedTime(now.toISOString()),
    endsAt: typedTime(new Date(now.getTime() + monthMs).toISOString()),
    terms: '',
    rewardType: 'percentage',
    value: '',
    maxAmount: '',
    wageringFactor: '1',
    minDeposit: '',
    newUsersOnly: false,
    countries: [],
    minOdds: '',
    sports: [],
    minTier: '',
    counts: countsOf(undefined),
    maxStake: '',
    maxClaims: '',
  };
}

export function draftOf(promotion: OperatorPromotion): Draft {
  const { name, description, type, status, startsAt, endsAt, terms, reward, eligibility, wagering, usage } = promotion;
  const isPoints = type === 'loyalty_points';
  return {
    name,
    description,
    type,
    status: status === 'active' ? 'active' : 'draft',
    startsAt: typedTime(startsAt),
    endsAt: typedTime(endsAt),
    terms,
    rewardType: reward.type,
    value: reward.type === 'percentage' || isPoints ? String(reward.value) : typedAmount(reward.value),
    maxAmount: typedAmount(reward.maxAmountMinor),
    wageringFactor: String(reward.wageringFactor),
    minDeposit: typedAmount(eligibility.minDepositMinor),
    newUsersOnly: eligibility.newUsersOnly,
    countries: eligibility.countries,
    minOdds: eligibility.minOddsMilli === undefined ? '' : String(eligibility.minOddsMilli / 1_000),
    sports: eligibility.sports,
    minTier: eligibility.minTier ?? '',
    counts: countsOf(wagering?.contributionPercent),
    maxStake: typedAmount(wagering?.maxStakeMinor),
    maxClaims: usage.maxClaims === undefined ? '' : String(usage.maxClaims),
  };
}

const countsOf = (percents: Partial<Record<WageringProduct, number>> | undefined) =>
  Object.fromEntries(
    wageringProducts.map((product) => [
      product,
      String(percents?.[product] ?? promotionRules.contributionPercent[product]),
    ]),
  ) as Record<WageringProduct, string>;

const typedAmount = (minor: number | undefined): string => (minor === undefined ? '' : (minor / 100).toFixed(2));

/** "2026-01-31T12:00", the format of a date and time field. */
export function typedTime(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** An instant that was not edited keeps its seconds. */
function instantOf(typed: string, before: string | undefined): string {
  if (before && typedTime(before) === typed) return before;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));
const minorOf = (typed: string): number | undefined => {
  const amount = numberOf(typed);
  return amount === undefined ? undefined : Math.round(amount * 100);
};

type Sent = z.input<typeof PromotionForm>;

function sentOf(draft: Draft, before: OperatorPromotion | undefined): Sent {
  const { byDeposit, maxAmount, odds } = fieldsOf(draft.type);
  const rewardType = rewardTypeOf(draft.type, draft.rewardType);
  const isAmount = rewardType === 'fixed_amount' && draft.type !== 'loyalty_points';
  return {
    name: draft.name,
    description: draft.description,
    type: draft.type,
    status: draft.status,
    startsAt: instantOf(draft.startsAt, before?.startsAt),
    endsAt: instantOf(draft.endsAt, before?.endsAt),
    terms: draft.terms,
    reward: {
      type: rewardType,
      value: (isAmount ? minorOf(draft.value) : numberOf(draft.value)) ?? Number.NaN,
      ...(maxAmount && rewardType === 'percentage' && optionalField('maxAmountMinor', minorOf(draft.maxAmount))),
      currency: rewardCurrency,
      wageringFactor: byDeposit ? (numberOf(draft.wageringFactor) ?? 1) : 1,
    },
    eligibility: {
      newUsersOnly: draft.newUsersOnly || draft.type === 'welcome_bonus',
      countries: draft.countries,
      sports: odds ? draft.sports : [],
      ...(byDeposit && optionalField('minDepositMinor', minorOf(draft.minDeposit))),
      ...(odds && optionalField('minOddsMilli', oddsOf(draft.minOdds))),
      ...(draft.minTier && { minTier: draft.minTier as NonNullable<Sent['eligibility']['minTier']> }),
    },
    ...(byDeposit && { wagering: wageringOf(draft) }),
    ...optionalField('maxClaims', numberOf(draft.maxClaims)),
  };
}

const oddsOf = (typed: string): number | undefined => {
  const odds = numberOf(typed);
  return odds === undefined ? undefined : Math.round(odds * 1_000);
};

function wageringOf({ counts, maxStake }: Draft): Sent['wagering'] {
  const percents = wageringProducts.map((product) => [product, numberOf(counts[product]) ?? 0] as const);
  const own = percents.filter(([product, percent]) => percent !== promotionRules.contributionPercent[product]);
  return {
    ...(own.length > 0 && { contributionPercent: Object.fromEntries(percents) }),
    ...optionalField('maxStakeMinor', minorOf(maxStake)),
  };
}

function optionalField<Name extends string>(name: Name, value: number | undefined): { [K in Name]?: number } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: number };
}

export type DraftErrors = Partial<Record<string, string>>;

/** The request of the typed form, or its errors by field. */
export function readDraft(draft: Draft, before?: OperatorPromotion): { form: PromotionForm } | { errors: DraftErrors } {
  const read = PromotionForm.safeParse(sentOf(draft, before));
  const errors = read.success
    ? {}
    : errorsOf(
        read.error.issues.map(({ path, code, message }) => [
          path.join('.'),
          code === 'custom' ? message : fieldErrorText(path.join('.'), draft, message),
        ]),
      );
  // The terms of a claimed promotion stay as they are, also if they are older than the limit.
  const above = read.success && !before?.usage.claimed && fieldAboveClaim(read.data);
  if (above) Object.assign(errors, errorsOf([[above, fieldMessages.rewardAboveClaim]]));
  if (before?.usage.maxClaims !== undefined && draft.maxClaims.trim() === '') {
    errors.maxClaims = i18n._({
      id: 'promoForm.placesStay',
      message: 'The number of places can be changed, not removed',
    });
  }
  if (read.success && Object.keys(errors).length === 0) return { form: read.data };
  return { errors };
}

/** Contract fields, keyed by the form field that shows their errors. */
const shownAs: Readonly<Record<string, string>> = {
  'reward.type': 'rewardType',
  'reward.value': 'value',
  'reward.maxAmountMinor': 'maxAmount',
  'reward.wageringFactor': 'wageringFactor',
  'eligibility.minDepositMinor': 'minDeposit',
  'eligibility.minOddsMilli': 'minOdds',
  'eligibility.countries': 'countries',
  'eligibility.sports': 'sports',
  'eligibility.minTier': 'minTier',
  'wagering.maxStakeMinor': 'maxStake',
};

export function errorsOf(issues: readonly (readonly [path: string, message: string])[]): DraftErrors {
  return Object.fromEntries(
    issues.map(([path, message]) => [
      Object.hasOwn(shownAs, path) ? shownAs[path] : path.replace(/^wagering\.contributionPercent/, 'counts'),
      message,
    ]),
  );
}

const textFields = new Set(['name', 'description', 'terms']);

/** The contract's messages about numbers and instants are too technical for the form. */
function fieldErrorText(path: string, draft: Draft, message: string): string {
  const required = fieldMessages.fieldsRequired;
  if (textFields.has(path)) return message;
  if ((path === 'startsAt' || path === 'endsAt') && draft[path] === '') return required;
  if (path === 'reward.value' && draft.value.trim() === '') return required;
  return i18n._({ id: 'promoForm.range', message: 'This value is not in the allowed range' });
}

/** The fields that an edit changes; others are not sent. */
export function changesOf(before: OperatorPromotion, form: PromotionForm): Partial<PromotionForm> {
  const { usage, ...rest } = before;
  const earlier: Record<string, unknown> = { ...rest, maxClaims: usage.maxClaims };
  const { status: _, ...fields } = form;
  const changed = Object.entries(fields).filter(
    ([name, value]) => same(value) !== same(earlier[name] ?? (name === 'wagering' ? {} : undefined)),
  );
  return Object.fromEntries(changed);
}

/** Lists compare as sets, and the order of fields does not matter. */
function same(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(same).sort());
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return String(Date.parse(value));
  if (!value || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  return JSON.stringify(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, inner]) => [name, same(inner)]),
  );
}
