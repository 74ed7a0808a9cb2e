/** Why a withdrawal was refused and what the player can do, by refusal code. */
import { Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { welcomeRefusals } from '@fairline/proto/wallet/grants';
import { type PaymentMethod, paymentRefusals } from '@fairline/proto/wallet/payments';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { i18n } from '@lingui/core';
import { z } from 'zod';
import { methodName } from '../../../domain/money/payment-labels.ts';
import { amountText } from '../../../figures.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';

interface Props {
  error: Error | null;
  text: string;
  methods: readonly PaymentMethod[];
  onFill: (method: string, amountMinor: number) => void;
}

const Loop = z.object({ method: z.string(), amountMinor: z.number(), currency: z.string() });
const Unplayed = z.object({ unplayedMinor: z.number(), withdrawableMinor: z.number(), currency: z.string() });
const Tries = z.object({ triesLeft: z.number() });

export function WithdrawRefusal({ error, text, methods, onFill }: Props) {
  const title = i18n._({ id: 'withdraw.failed', message: 'Withdrawal submission failed' });
  const refusal = error instanceof Refusal ? error : null;
  const loop = refusal?.is(paymentRefusals.closedLoop) ? Loop.safeParse(refusal.params).data : undefined;
  const tries = refusal?.is(playerRefusals.pinWrong) ? Tries.safeParse(refusal.params).data : undefined;
  const bonus = refusal?.is(welcomeRefusals.bonusNotStaked) ? Unplayed.safeParse(refusal.params).data : undefined;
  return (
    <Failure title={title}>
      {text}
      {loop && (
        <span className="mt-2 flex flex-col items-start gap-2">
          {i18n._({
            id: 'withdraw.loop',
            message: 'First withdraw {amount} to {method}.',
            values: {
              amount: amountText(loop.amountMinor, loop.currency as CurrencyCode),
              method: methodName(loop.method, methods),
            },
          })}
          <Button look="secondary" size="small" onClick={() => onFill(loop.method, loop.amountMinor)}>
            {i18n._({ id: 'withdraw.fill', message: 'Fill it in' })}
          </Button>
        </span>
      )}
      {bonus && (
        <span className="mt-1 block">
          {i18n._({
            id: 'withdraw.bonus',
            message: 'You can withdraw {amount} now. {unplayed} still has to be bet.',
            values: {
              amount: amountText(bonus.withdrawableMinor, bonus.currency as CurrencyCode),
              unplayed: amountText(bonus.unplayedMinor, bonus.currency as CurrencyCode),
            },
          })}
        </span>
      )}
      {tries && (
        <span className="mt-1 block">
          {i18n._({
            id: 'withdraw.tries',
            message: '{count, plural, one {# try left} other {# tries left}}',
            values: { count: tries.triesLeft },
          })}
        </span>
      )}
      {refusal?.is(paymentRefusals.kycRequired) && (
        <span className="mt-2 block">
          <ButtonLink look="secondary" size="small" to="/account?tab=verification">
            {i18n._({ id: 'overview.verify', message: 'Verify Account' })}
          </ButtonLink>
        </span>
      )}
    </Failure>
  );
}
