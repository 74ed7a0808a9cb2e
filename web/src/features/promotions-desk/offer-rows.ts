/** The terms of a promotion as rows of name and value, for its drawer and, side by side, for a waiting change. A change shows only the fields that differ. */
import type { PromotionForm, PromotionStatus } from '@fairline/proto/promotions/offers';
import { promotionRules, wageringProducts } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { countryName } from '../../domain/people/country-names.ts';
import {
  perCentText,
  productName,
  promotionStatusName,
  promotionTypeName,
  rewardText,
  tierName,
} from '../../domain/promotions/promotion-labels.ts';
import { isWagered } from '../../domain/promotions/terms.ts';
import { countText, numberText, oddsText } from '../../figures.ts';
import { translate } from '../../server-texts.ts';
import { localText } from '../../ui/content/when.tsx';

/** Any part of a promotion. */
export type Terms = { [K in keyof PromotionForm]?: PromotionForm[K] | undefined } extends infer Form
  ? Omit<Form, 'status'> & { status?: PromotionStatus | undefined }
  : never;

export interface OfferRow {
  id: string;
  name: string;
  value: string;
}

type NameOfSport = (id: string) => string;

export function offerRows(terms: Terms, sportName: NameOfSport): OfferRow[] {
  const { type, reward } = terms;
  const rows: (OfferRow | false | undefined)[] = [
    row('name', i18n._({ id: 'promoForm.name', message: 'Name' }), terms.name),
    row('description', i18n._({ id: 'promoForm.description', message: 'Description' }), terms.description),
    row('type', i18n._({ id: 'promoForm.type', message: 'Type' }), type && promotionTypeName(type)),
    row(
      'status',
      i18n._({ id: 'approvals.status', message: 'Status' }),
      terms.status && promotionStatusName(terms.status)[0],
    ),
    row('startsAt', i18n._({ id: 'promoForm.starts', message: 'Starts' }), terms.startsAt && localText(terms.startsAt)),
    row('endsAt', i18n._({ id: 'promoForm.ends', message: 'Ends' }), terms.endsAt && localText(terms.endsAt)),
    reward &&
      row(
        'reward',
        i18n._({ id: 'promoDesk.reward', message: 'Reward' }),
        rewardText({ type: type ?? 'deposit_bonus', reward }, reward.currency),
      ),
    reward &&
      (!type || isWagered(type)) &&
      row(
        'factor',
        i18n._({ id: 'offer.wagering', message: 'Wagering' }),
        `${numberText(reward.wageringFactor, { maximumFractionDigits: 2 })}×`,
      ),
    ...eligibilityRows(terms, sportName),
    ...wageringRows(terms),
    row(
      'maxClaims',
      i18n._({ id: 'promoForm.places', message: 'Places' }),
      terms.maxClaims === undefined ? undefined : countText(terms.maxClaims),
    ),
    row('terms', i18n._({ id: 'offer.terms', message: 'Terms' }), terms.terms),
  ];
  return rows.filter((one) => Boolean(one)) as OfferRow[];
}

const row = (id: string, name: string, value: string | undefined): OfferRow | undefined =>
  value === undefined ? undefined : { id, name, value };

function eligibilityRows({ eligibility, reward }: Terms, sportName: NameOfSport): (OfferRow | undefined)[] {
  if (!eligibility) return [];
  const { minDepositMinor, newUsersOnly, countries: codes, minOddsMilli, sports, minTier } = eligibility;
  const all = i18n._({ id: 'offer.allSports', message: 'All' });
  return [
    row(
      'minDeposit',
      i18n._({ id: 'offer.minDeposit', message: 'Minimum deposit' }),
      minDepositMinor === undefined ? undefined : moneyText(minDepositMinor, reward?.currency ?? 'USD'),
    ),
    row(
      'players',
      i18n._({ id: 'promoForm.players', message: 'Players' }),
      newUsersOnly ? i18n._({ id: 'promoForm.newOnly', message: 'New players only' }) : all,
    ),
    row(
      'countries',
      i18n._({ id: 'promoForm.countries', message: 'Countries' }),
      codes.length === 0 ? all : codes.map(countryName).join(', '),
    ),
    row('minTier', i18n._({ id: 'promoForm.tier', message: 'Verified, from tier' }), minTier && tierName(minTier)),
    row(
      'minOdds',
      i18n._({ id: 'offer.minOdds', message: 'Minimum odds' }),
      minOddsMilli === undefined ? undefined : oddsText(minOddsMilli, 'decimal'),
    ),
    row(
      'sports',
      i18n._({ id: 'offer.sports', message: 'Sports' }),
      sports.length === 0 ? all : sports.map((id) => translate(sportName(id))).join(', '),
    ),
  ];
}

function wageringRows({ wagering, reward }: Terms): (OfferRow | undefined)[] {
  if (!wagering) return [];
  return [
    ...wageringProducts.map((product) =>
      row(
        `counts.${product}`,
        productName(product),
        perCentText(wagering.contributionPercent?.[product] ?? promotionRules.contributionPercent[product]),
      ),
    ),
    row(
      'maxStake',
      i18n._({ id: 'offer.maxStake', message: 'Maximum stake with bonus money' }),
      moneyText(wagering.maxStakeMinor ?? promotionRules.maxStakeMinor, reward?.currency ?? 'USD'),
    ),
  ];
}

export interface ChangedRow extends OfferRow {
  before: string | undefined;
}

/** The rows that a change alters; all rows for a new promotion. */
export function changedRows(before: Terms | undefined, change: Terms, sportName: NameOfSport): ChangedRow[] {
  const earlier = new Map(before ? offerRows(before, sportName).map(({ id, value }) => [id, value]) : []);
  const after = before
    ? offerRows({ ...before, ...withoutUndefined(change) }, sportName)
    : offerRows(change, sportName);
  return after
    .filter(({ id, value }) => earlier.get(id) !== value)
    .map((one) => ({ ...one, before: earlier.get(one.id) }));
}

const withoutUndefined = (change: Terms): Terms =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
