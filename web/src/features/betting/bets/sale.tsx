/** Cashing a bet out from a list of them: the button of a row, and the sheet that it opens. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/theme/cx.ts';

const CashOutSheet = lazy(async () => ({ default: (await import('./cash-out-sheet.tsx')).CashOutSheet }));

/** Cashes out one bet at a time, in a sheet that stays open until it is closed, even if the bet has left the list. */
export function useSale(bets: readonly Bet[]): { sell: (bet: Bet) => void; sheet: ReactNode } {
  const [selling, setSelling] = useState<Bet | null>(null);
  const sheet = selling && (
    <Suspense>
      <CashOutSheet bet={bets.find(({ id }) => id === selling.id) ?? selling} onClose={() => setSelling(null)} />
    </Suspense>
  );
  return { sell: setSelling, sheet };
}

/** Lies above the link that fills the row; its label names the bet for screen readers. */
export function CashOutButton({ bet, onSell, className }: { bet: Bet; onSell: () => void; className?: string }) {
  const single = bet.legs.length === 1;
  return (
    <Button look="secondary" size="small" className={cx('relative', className)} onClick={onSell}>
      {i18n._({ id: 'cashOut.title', message: 'Cash out' })}
      <span className="sr-only">: {single ? betText(bet) : betTypeName(bet)}</span>
    </Button>
  );
}
