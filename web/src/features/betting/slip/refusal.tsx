/** Help with a stake: a refused bet with its message and advice (an accepted stake, a helpful page, or a sentence), and remedies for a stake that is too high. */
import { betRefusals } from '@fairline/proto/betting/bets';
import { betRules } from '@fairline/proto/betting/rules';
import { common, Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { freeBetRefusals, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import type { MouseEvent } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { stopText } from '../../../domain/safe-play/stop-labels.ts';
import { ownStop } from '../../../domain/safe-play/use-stake-stop.ts';
import { decimalText } from '../../../figures.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { setStakeOf, slipActions } from './store.ts';
import type { SlipView } from './use-slip.ts';

interface Advice {
  text?: string;
  /** Stakes that would be accepted. */
  stakesMinor?: number[];
  page?: { to: string; name: string };
}

/** Advice by refusal code. An offered stake is divisible by the number of lines. */
export function adviceOn(error: unknown, currency: CurrencyCode, lines = 1): Advice {
  if (!(error instanceof Refusal))
    return { text: i18n._({ id: 'advice.again', message: 'Try again. Your bet cannot be placed twice.' }) };
  const number = (name: string, round: (value: number) => number) =>
    typeof error.params?.[name] === 'number' ? [round(error.params[name] / lines) * lines] : [];
  switch (error.code) {
    case betRefusals.priceChanged.code:
      return { text: i18n._({ id: 'advice.price', message: 'Accept the new odds below, or remove the selection.' }) };
    case betRefusals.marketClosed.code:
      return { text: i18n._({ id: 'advice.closed', message: 'Wait until it is open again, or remove it.' }) };
    case common.notFound.code:
      return { text: i18n._({ id: 'advice.gone', message: 'No longer available. Please remove it.' }) };
    case betRefusals.stakeTooSmall.code:
      return { stakesMinor: number('minimumMinor', Math.ceil) };
    case betRefusals.stakeNotDivisible.code:
      return { stakesMinor: [...new Set([...number('belowMinor', Math.floor), ...number('aboveMinor', Math.ceil)])] };
    case betRefusals.exposureLimit.code:
      return {
        stakesMinor: number('maximumMinor', Math.floor).filter((minor) => minor > 0),
        text: i18n._({ id: 'advice.exposure', message: 'Lower the stake, or choose another selection.' }),
      };
    case betRefusals.maxPayout.code:
      return {
        text: i18n._({
          id: 'advice.maxPayout',
          message: 'Lower the stake, or bet again tomorrow: the day ends at midnight UTC.',
        }),
      };
    case betRefusals.betTypeUnavailable.code:
      return {
        text: i18n._({ id: 'advice.type', message: 'Place the selections as singles, or choose another system.' }),
      };
    case freeBetRefusals.freeBetUnknown.code:
    case freeBetRefusals.freeBetUsed.code:
    case freeBetRefusals.freeBetExpired.code:
    case freeBetRefusals.freeBetForfeited.code:
    case freeBetRefusals.freeBetWhole.code:
    case freeBetRefusals.freeBetOdds.code:
      return { text: i18n._({ id: 'advice.freeBet', message: 'Choose another free bet, or use your balance.' }) };
    case ledgerRefusals.insufficientBalance.code:
      return { page: { to: '/wallet?tab=deposit', name: i18n._({ id: 'dashboard.addFunds', message: 'Add funds' }) } };
    case ledgerRefusals.bonusMaxStake.code:
      return { stakesMinor: number('maxStakeMinor', Math.floor).filter((minor) => minor > 0) };
    case ledgerRefusals.limitExceeded.code: {
      const stop = ownStop(error.params);
      if (stop) {
        return {
          text: stopText(stop, currency),
          stakesMinor:
            stop.limitType === 'session_time'
              ? []
              : number('remainingMinor', Math.floor).filter((minor) => minor >= betRules.minStakeMinor),
          page: {
            to: '/account?tab=responsible-gaming',
            name: i18n._({ id: 'advice.limits', message: 'See your limits' }),
          },
        };
      }
      return {
        text: i18n._({ id: 'advice.limit', message: 'Lower the stake. A verified account has higher limits.' }),
        page: { to: '/wallet?tab=settings', name: i18n._({ id: 'advice.limits', message: 'See your limits' }) },
      };
    }
    case ledgerRefusals.currencyNotAccepted.code:
      return {
        page: {
          to: '/account?tab=preferences',
          name: i18n._({ id: 'advice.currency', message: 'Choose your currency' }),
        },
      };
    case ledgerRefusals.identityRequired.code:
      return {
        page: {
          to: '/account?tab=verification',
          name: i18n._({ id: 'identity.verify', message: 'Verify your identity' }),
        },
      };
    case ledgerRefusals.excluded.code:
      return { page: { to: '/safe-play', name: i18n._({ id: 'safe.title', message: 'Safe play' }) } };
    case ledgerRefusals.stopped.code:
    case common.busy.code:
    case common.rateLimited.code:
      return {
        text: i18n._({ id: 'advice.later', message: 'Your selections stay here. Please try again in a moment.' }),
      };
    default:
      return {};
  }
}

interface SlipRefusalProps {
  error: unknown;
  currency: CurrencyCode;
  /** For a bet with a stake per line. */
  lines?: number;
  onStake: (stake: string) => void;
}

export function SlipRefusal({ error, currency, lines = 1, onStake }: SlipRefusalProps) {
  const { text, stakesMinor = [], page } = adviceOn(error, currency, lines);
  return (
    <div role="alert" className="flex flex-col items-start gap-1 text-12">
      {!(error instanceof Refusal) && (
        <p className="font-strong text-down">{i18n._({ id: 'slip.failed', message: 'Failed to place bets' })}</p>
      )}
      <p className="text-down">{errorText(error)}</p>
      {text && <p className="text-ink-soft">{text}</p>}
      {(stakesMinor.length > 0 || page) && (
        <div className="flex flex-wrap gap-2 py-1">
          <StakeOffers stakesMinor={stakesMinor} lines={lines} currency={currency} onStake={onStake} />
          {page && (
            <ButtonLink look="secondary" size="small" to={page.to}>
              {page.name}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

interface RemediesProps {
  view: SlipView;
  currency: CurrencyCode;
  /** The largest stake that would be accepted. */
  mostMinor: number;
  /** The balance is below the stake. */
  isShort: boolean;
}

/** For a stake above the balance or a limit: a button for the highest accepted stake, and a link to deposit. */
export function Remedies({ view: { whole, lines }, currency, mostMinor, isShort }: RemediesProps) {
  const [line, ...others] = lines;
  const most = whole ? mostMinor - (mostMinor % whole.lines) : mostMinor;
  const one = whole !== null || (line !== undefined && others.length === 0);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {one && most >= betRules.minStakeMinor && (
        <StakeOffers
          stakesMinor={[most]}
          lines={whole?.lines ?? 1}
          currency={currency}
          onStake={(stake) =>
            whole ? setStakeOf(whole)(stake) : line && slipActions.stake(line.item.selectionId, stake)
          }
        />
      )}
      {isShort && (
        <ButtonLink look="secondary" size="small" to="/wallet?tab=deposit">
          {i18n._({ id: 'dashboard.addFunds', message: 'Add funds' })}
        </ButtonLink>
      )}
    </div>
  );
}

interface StakeOffersProps {
  /** Total stakes, over all lines. */
  stakesMinor: readonly number[];
  lines?: number;
  currency: CurrencyCode;
  /** Sets the stake of one line, as if typed. */
  onStake: (stake: string) => void;
}

/** Stakes to set with one press. They disappear once used, so a keyboard's focus moves to the field they filled. */
function StakeOffers({ stakesMinor, lines = 1, currency, onStake }: StakeOffersProps) {
  const take = (minor: number) => (event: MouseEvent) => {
    onStake(decimalText(minor / lines, currency));
    // On touch screens, focusing the field would open the keyboard.
    if (event.detail === 0)
      event.currentTarget
        .closest('li, section')
        ?.querySelector<HTMLElement>('[data-stake]')
        ?.focus({ preventScroll: true });
  };
  return stakesMinor.map((minor) => (
    <Button key={minor} look="secondary" size="small" onClick={take(minor)}>
      {i18n._({ id: 'slip.takeStake', message: 'Stake {amount}', values: { amount: moneyText(minor, currency) } })}
    </Button>
  ));
}
