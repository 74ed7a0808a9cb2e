/** The form of a promotion: the request it makes, its errors, and the fields an edit changes. */
import type { OperatorPromotion } from '@fairline/proto/promotions/desk';
import { PromotionForm, promotionTypes } from '@fairline/proto/promotions/offers';
import { fieldMessages } from '@fairline/proto/texts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { changesOf, type Draft, draftOf, emptyDraft, errorsOf, readDraft } from './draft.ts';
import { changedRows } from './offer-rows.ts';

beforeAll(loadEnglish);

const filled = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(new Date('2026-03-01T10:00:30.000Z')),
  name: 'Spring match',
  description: 'Half of your deposit on top',
  terms: 'Once per player.',
  value: '50',
  maxAmount: '100.50',
  minDeposit: '20',
  wageringFactor: '12.5',
  ...changes,
});

const sent = (draft: Draft) => {
  const read = readDraft(draft);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.form;
};

const wrong = (draft: Draft, before?: OperatorPromotion) => {
  const read = readDraft(draft, before);
  return 'errors' in read ? read.errors : {};
};

const saved = (draft: Draft, changes: Partial<OperatorPromotion> = {}): OperatorPromotion => {
  const { maxClaims, ...form } = sent(draft);
  return {
    ...form,
    id: '019aa1c8-7f00-7000-8000-000000000001',
    usage: { claimed: 0, redeemed: 0, valueMinor: 0, ...(maxClaims !== undefined && { maxClaims }) },
    createdAt: '2026-03-01T10:00:30.000Z',
    updatedAt: '2026-03-01T10:00:30.000Z',
    createdBy: null,
    activeClaims: 0,
    completedClaims: 0,
    waitingClaims: 0,
    grantedMinor: 0,
    costMinor: 0,
    openMinor: 0,
    worstCostMinor: null,
    ...changes,
  };
};

describe('the request', () => {
  it('is in minor units and thousandths, in UTC', () => {
    const form = sent(
      filled({ minOdds: '1.8', maxStake: '7.5', maxClaims: '100', minTier: 'gold', countries: ['GB'] }),
    );
    expect(form.reward).toEqual({
      type: 'percentage',
      value: 50,
      maxAmountMinor: 10_050,
      currency: 'USD',
      wageringFactor: 12.5,
    });
    expect(form.eligibility).toEqual({
      newUsersOnly: false,
      countries: ['GB'],
      sports: [],
      minDepositMinor: 2_000,
      minOddsMilli: 1_800,
      minTier: 'gold',
    });
    expect([form.wagering, form.maxClaims]).toEqual([{ maxStakeMinor: 750 }, 100]);
    expect(form.startsAt).toBe('2026-03-01T10:00:00.000Z');
  });

  it('contains own rates only if they differ from the general rules', () => {
    expect(sent(filled()).wagering).toEqual({});
    const { counts } = filled();
    expect(sent(filled({ counts: { ...counts, table: '0' } })).wagering).toEqual({
      contributionPercent: { sports: 100, slots: 100, table: 0, lottery: 100 },
    });
  });

  it.each(promotionTypes)('of a %s has only the fields of its type', (type) => {
    const isFixed = type === 'free_bet';
    const form = sent(filled({ type, sports: ['tennis'], minOdds: '2' }));
    const byDeposit = type === 'welcome_bonus' || type === 'deposit_bonus';
    expect(form.wagering !== undefined).toBe(byDeposit);
    expect(form.eligibility.minDepositMinor).toBe(byDeposit ? 2_000 : undefined);
    expect(form.reward.wageringFactor).toBe(byDeposit ? 12.5 : 1);
    expect(form.reward.maxAmountMinor !== undefined).toBe(byDeposit || type === 'cashback');
    expect(form.eligibility.sports).toEqual(byDeposit || type === 'free_bet' ? ['tennis'] : []);
    expect(form.eligibility.newUsersOnly).toBe(type === 'welcome_bonus');
    expect(form.reward.value).toBe(isFixed ? 5_000 : 50);
  });

  it('counts points, not minor units', () => {
    expect(sent(filled({ type: 'loyalty_points', rewardType: 'fixed_amount', value: '500' })).reward.value).toBe(500);
  });

  it('is valid by the contract', () => {
    expect(PromotionForm.safeParse(sent(filled())).success).toBe(true);
  });
});

describe('the error', () => {
  const required = 'Please fill in all required fields';
  const range = 'This value is not in the allowed range';

  it('is reported at each required field', () => {
    expect(wrong(filled({ name: ' ', description: '', terms: '\n', value: '', startsAt: '', endsAt: '' }))).toEqual({
      name: required,
      description: required,
      terms: required,
      value: required,
      startsAt: required,
      endsAt: required,
    });
  });

  it.each([
    [{ value: '-1' }, 'value'],
    [{ value: 'abc' }, 'value'],
    [{ wageringFactor: '61' }, 'wageringFactor'],
    [{ minOdds: '1' }, 'minOdds'],
    [{ maxStake: '-5' }, 'maxStake'],
    [{ maxClaims: '0' }, 'maxClaims'],
    [{ maxClaims: '1.5' }, 'maxClaims'],
    [{ maxAmount: '-1' }, 'maxAmount'],
  ] as const)('of %o is reported at %s', (changes, field) => {
    expect(wrong(filled(changes))).toEqual({ [field]: range });
  });

  it('is reported at the rate of a product', () => {
    expect(wrong(filled({ counts: { sports: '101', slots: '100', table: '10', lottery: '100' } }))).toEqual({
      'counts.sports': range,
    });
  });

  it.each<[Partial<Draft>, string[]]>([
    [{ maxAmount: '10000' }, []],
    [{ maxAmount: '10000.01' }, ['maxAmount']],
    [{ type: 'free_bet', value: '10000.01' }, ['value']],
    [{ type: 'loyalty_points', rewardType: 'fixed_amount', value: '1000001' }, []],
  ])('of %o above what a claim can receive is reported at %j', (changes, fields) => {
    expect(wrong(filled(changes))).toEqual(
      Object.fromEntries(fields.map((field) => [field, fieldMessages.rewardAboveClaim])),
    );
  });

  it('of terms that players have claimed already is not reported', () => {
    const claimed = {
      usage: { claimed: 1, redeemed: 0, valueMinor: 0 },
      reward: { ...saved(filled()).reward, maxAmountMinor: 2_000_000 },
    };
    const before = saved(filled(), claimed);
    expect(wrong(draftOf(before), before)).toEqual({});
  });

  it('includes a total below the claims already made', () => {
    const before = saved(filled({ maxClaims: '10' }));
    expect(Object.keys(wrong(filled(), before))).toEqual(['maxClaims']);
  });

  it('is shown at a form field, whatever field the server names', () => {
    const named = errorsOf([
      ['reward.type', 'a'],
      ['constructor', 'b'],
      ['wagering.contributionPercent.slots', 'c'],
    ]);
    expect(named).toEqual({ rewardType: 'a', constructor: 'b', 'counts.slots': 'c' });
  });
});

describe('an edit', () => {
  it('without changes sends nothing, for every type', () => {
    for (const type of promotionTypes) {
      const before = saved(
        filled({ type, rewardType: type === 'free_bet' ? 'fixed_amount' : 'percentage', maxClaims: '7' }),
        {
          startsAt: '2026-03-01T10:00:30.123Z',
        },
      );
      const read = readDraft(draftOf(before), before);
      expect('form' in read && changesOf(before, read.form)).toEqual({});
    }
  });

  it('sends changed parts as a whole', () => {
    const before = saved(filled({ maxClaims: '7' }));
    const read = readDraft({ ...draftOf(before), name: 'Summer match', value: '75', maxClaims: '8' }, before);
    expect('form' in read && changesOf(before, read.form)).toEqual({
      name: 'Summer match',
      reward: { type: 'percentage', value: 75, maxAmountMinor: 10_050, currency: 'USD', wageringFactor: 12.5 },
      maxClaims: 8,
    });
  });

  it('is shown beside the earlier values', () => {
    const { usage, ...before } = saved(filled({ maxClaims: '7' }));
    const rows = changedRows(
      { ...before, maxClaims: usage.maxClaims },
      { name: 'Summer match', maxClaims: 1_000 },
      (id) => id,
    );
    expect(rows.map(({ name, before: earlier, value }) => [name, earlier, value])).toEqual([
      ['Name', 'Spring match', 'Summer match'],
      ['Places', '7', '1,000'],
    ]);
  });

  it('of a new promotion shows every field', () => {
    const rows = changedRows(undefined, sent(filled()), (id) => id);
    expect(rows.every(({ before }) => before === undefined)).toBe(true);
    expect(rows.find(({ id }) => id === 'reward')?.value.replaceAll('\u00a0', ' ')).toBe(
      '50% deposit bonus, up to 100.50 USD',
    );
  });
});
