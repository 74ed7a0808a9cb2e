/** Cashing out a bet from a list: the quote is requested when the sheet opens. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { BetMoney } from './bet-money.tsx';
import { CashOutPanel } from './cash-out-panel.tsx';

export function CashOutSheet({ bet, onClose }: { bet: Bet; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={i18n._({ id: 'cashOut.title', message: 'Cash out' })}>
      <div className="flex flex-col gap-4 p-4">
        <div className="text-13">
          <p className="font-strong">{betTypeName(bet)}</p>
          <p className="text-ink-soft">{betText(bet)}</p>
          <p>
            <BetMoney bet={bet} />
          </p>
        </div>
        <CashOutPanel bet={bet} atOnce />
      </div>
    </Sheet>
  );
}
