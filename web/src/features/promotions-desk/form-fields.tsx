/** The fields of a promotion in their groups; only those that apply to its type are shown. */
import { countries } from '@fairline/proto/countries';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { promotionRules, promotionTypes, tiers, wageringProducts } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { moneyText } from '../../domain/money/money.tsx';
import { countryName } from '../../domain/people/country-names.ts';
import { productName, promotionTypeName, tierName } from '../../domain/promotions/promotion-labels.ts';
import { rewardCurrency } from '../../domain/promotions/terms.ts';
import { oddsText } from '../../figures.ts';
import { fieldText } from '../../refusals.ts';
import { translate } from '../../server-texts.ts';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { type Draft, fieldsOf, rewardTypeOf } from './draft.ts';
import { sportNamesQuery } from './queries.ts';

interface FieldsProps {
  /** Whether players have already claimed it under these terms. */
  fixed: boolean;
}

function useField() {
  const { register, formState } = useFormContext<Draft>();
  const { errors } = formState;
  return (name: Exclude<keyof Draft, 'counts'>) => ({
    ...register(name),
    error: errors[name]?.message as string | undefined,
  });
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 w-full border-b border-line pb-1 text-13 font-strong">{title}</legend>
      {children}
    </fieldset>
  );
}

export function TextFields({ isNew, fixed }: FieldsProps & { isNew: boolean }) {
  const field = useField();
  return (
    <>
      <TextField
        {...field('name')}
        label={i18n._({ id: 'promoForm.name', message: 'Name' })}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextArea
        {...field('description')}
        label={i18n._({ id: 'promoForm.description', message: 'Description' })}
        required
        maxLength={500}
        rows={2}
      />
      <SelectField {...field('type')} label={i18n._({ id: 'promoForm.type', message: 'Type' })} disabled={!isNew}>
        {promotionTypes.map((type) => (
          <option key={type} value={type}>
            {promotionTypeName(type)}
          </option>
        ))}
      </SelectField>
      {isNew && (
        <SelectField {...field('status')} label={i18n._({ id: 'approvals.status', message: 'Status' })}>
          <option value="draft">{i18n._({ id: 'promoForm.asDraft', message: 'Draft: players do not see it' })}</option>
          <option value="active">{i18n._({ id: 'promoForm.asActive', message: 'Active from its start' })}</option>
        </SelectField>
      )}
      <TextField
        {...field('startsAt')}
        type="datetime-local"
        required
        readOnly={fixed}
        label={i18n._({ id: 'promoForm.starts', message: 'Starts' })}
      />
      <TextField
        {...field('endsAt')}
        type="datetime-local"
        required
        label={i18n._({ id: 'promoForm.ends', message: 'Ends' })}
      />
      <TextArea
        {...field('terms')}
        label={i18n._({ id: 'offer.terms', message: 'Terms' })}
        required
        maxLength={5_000}
        rows={4}
      />
      <TextField
        {...field('maxClaims')}
        type="number"
        min={1}
        step={1}
        label={i18n._({ id: 'promoForm.places', message: 'Places' })}
        help={i18n._({ id: 'promoForm.placesHelp', message: 'Empty: no limit. Its cost then has no bound.' })}
      />
    </>
  );
}

export function RewardFields({ fixed }: FieldsProps) {
  const field = useField();
  const { watch } = useFormContext<Draft>();
  const [type, chosen] = watch(['type', 'rewardType']);
  const { rewards, byDeposit, maxAmount } = fieldsOf(type);
  const rewardType = rewardTypeOf(type, chosen);
  const isPoints = type === 'loyalty_points';
  const isAmount = rewardType === 'fixed_amount' && !isPoints;
  const names = {
    percentage: i18n._({ id: 'promoForm.percentage', message: 'Percentage' }),
    fixed_amount: isPoints
      ? i18n._({ id: 'redeem.points', message: 'Points' })
      : i18n._({ id: 'promoForm.amount', message: 'Fixed amount' }),
  };
  return (
    <Group title={i18n._({ id: 'promoDesk.reward', message: 'Reward' })}>
      <div className="grid gap-x-3 sm:grid-cols-2">
        <SelectField
          {...field('rewardType')}
          value={rewardType}
          label={i18n._({ id: 'promoForm.rewardType', message: 'Kind' })}
          disabled={fixed}
        >
          {rewards.map((reward) => (
            <option key={reward} value={reward}>
              {names[reward]}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('value')}
          type="number"
          min={0}
          step={isAmount ? 0.01 : 1}
          required
          readOnly={fixed}
          label={i18n._({ id: 'promoForm.value', message: 'Value' })}
          suffix={isAmount ? rewardCurrency : rewardType === 'percentage' ? '%' : undefined}
        />
      </div>
      {maxAmount && rewardType === 'percentage' && (
        <TextField
          {...field('maxAmount')}
          type="number"
          min={0}
          step={0.01}
          readOnly={fixed}
          label={
            type === 'cashback'
              ? i18n._({ id: 'promoForm.maxWeek', message: 'Maximum per week' })
              : i18n._({ id: 'promoForm.max', message: 'Maximum amount' })
          }
          suffix={rewardCurrency}
          help={i18n._({ id: 'promoForm.maxHelp', message: 'Empty: no maximum. Its cost then has no bound.' })}
        />
      )}
      {byDeposit && (
        <TextField
          {...field('wageringFactor')}
          type="number"
          min={0}
          max={promotionRules.maxWageringFactor}
          step="any"
          readOnly={fixed}
          label={i18n._({ id: 'promoForm.factor', message: 'Wagering factor' })}
          suffix="×"
          help={i18n._({
            id: 'promoForm.factorHelp',
            message: 'The bonus times this must be wagered. At most {gb}× for players in the United Kingdom.',
            values: { gb: jurisdictionRules.gb.mostWageringFactor },
          })}
        />
      )}
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'promoForm.currency',
          message: 'Amounts count unchanged in the currency of each player: 20.00 is 20.00 USD, EUR or GBP.',
        })}
      </p>
    </Group>
  );
}

export function EligibilityFields({ fixed }: FieldsProps) {
  const field = useField();
  const { watch } = useFormContext<Draft>();
  const type = watch('type');
  const { byDeposit, odds } = fieldsOf(type);
  return (
    <Group title={i18n._({ id: 'promoForm.eligibility', message: 'Who can claim it' })}>
      {type !== 'welcome_bonus' && (
        <Checkbox
          {...field('newUsersOnly')}
          disabled={fixed}
          label={i18n._({ id: 'promoForm.newOnly', message: 'New players only' })}
        />
      )}
      {byDeposit && (
        <TextField
          {...field('minDeposit')}
          type="number"
          min={0}
          step={0.01}
          readOnly={fixed}
          label={i18n._({ id: 'offer.minDeposit', message: 'Minimum deposit' })}
          suffix={rewardCurrency}
        />
      )}
      <SelectField
        {...field('minTier')}
        disabled={fixed}
        label={i18n._({ id: 'promoForm.tier', message: 'Verified, from tier' })}
      >
        <option value="">{i18n._({ id: 'promoForm.everyPlayer', message: 'Every player' })}</option>
        {tiers.map(({ id }) => (
          <option key={id} value={id}>
            {tierName(id)}
          </option>
        ))}
      </SelectField>
      <Choices
        name="countries"
        fixed={fixed}
        title={i18n._({ id: 'promoForm.countries', message: 'Countries' })}
        options={countries.map(({ code }) => ({ id: code, name: countryName(code) }))}
      />
      {odds && <SportFields fixed={fixed} />}
    </Group>
  );
}

function SportFields({ fixed }: FieldsProps) {
  const field = useField();
  const { data: sports } = useQuery(sportNamesQuery);
  return (
    <>
      <TextField
        {...field('minOdds')}
        type="number"
        min={1.01}
        max={100}
        step={0.01}
        readOnly={fixed}
        label={i18n._({ id: 'offer.minOdds', message: 'Minimum odds' })}
        help={i18n._({
          id: 'promoForm.usual',
          message: 'Empty: {value}',
          values: { value: oddsText(promotionRules.minOddsMilli, 'decimal') },
        })}
      />
      <Choices
        name="sports"
        fixed={fixed}
        title={i18n._({ id: 'offer.sports', message: 'Sports' })}
        options={(sports ?? []).map(({ id, name }) => ({ id, name: translate(name) }))}
      />
    </>
  );
}

interface ChoicesProps extends FieldsProps {
  name: 'countries' | 'sports';
  title: string;
  options: readonly { id: string; name: string }[];
}

/** None chosen means all. */
function Choices({ name, title, options, fixed }: ChoicesProps) {
  const { register, watch, formState } = useFormContext<Draft>();
  const chosen = watch(name);
  const error = formState.errors[name]?.message as string | undefined;
  const count = chosen.length === 0 ? i18n._({ id: 'history.all', message: 'All' }) : String(chosen.length);
  return (
    <details className="text-13">
      <summary className="py-1 font-medium">
        {title} <span className="font-normal text-ink-soft">{count}</span>
      </summary>
      <div className="grid grid-cols-2 gap-x-3 pt-1">
        {options.map((option) => (
          <Checkbox key={option.id} {...register(name)} value={option.id} disabled={fixed} label={option.name} />
        ))}
      </div>
      {error && <p className="text-12 text-down">{fieldText(error)}</p>}
    </details>
  );
}

export function WageringFields({ fixed }: FieldsProps) {
  const field = useField();
  const { register, watch, formState } = useFormContext<Draft>();
  if (!fieldsOf(watch('type')).byDeposit) return null;
  return (
    <Group title={i18n._({ id: 'promoForm.wagering', message: 'What counts towards wagering' })}>
      <div className="grid grid-cols-2 gap-x-3">
        {wageringProducts.map((product) => (
          <TextField
            key={product}
            {...register(`counts.${product}`)}
            error={formState.errors.counts?.[product]?.message}
            type="number"
            min={0}
            max={100}
            step={1}
            readOnly={fixed}
            label={productName(product)}
            suffix="%"
          />
        ))}
      </div>
      <TextField
        {...field('maxStake')}
        type="number"
        min={0}
        step={0.01}
        readOnly={fixed}
        label={i18n._({ id: 'offer.maxStake', message: 'Maximum stake with bonus money' })}
        suffix={rewardCurrency}
        help={i18n._({
          id: 'promoForm.usual',
          message: 'Empty: {value}',
          values: { value: moneyText(promotionRules.maxStakeMinor, rewardCurrency) },
        })}
      />
    </Group>
  );
}
