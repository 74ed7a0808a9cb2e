/** The player's seeds, on a page of their own. */
import { i18n } from '@lingui/core';
import { Seeds } from '../../features/casino/fairness/seeds.tsx';
import { CasinoFrame } from './frame.tsx';

export function FairnessPage() {
  const title = i18n._({ id: 'casino.panel.fairness', message: 'Fairness' });
  return (
    <CasinoFrame title={title}>
      <h1 className="display text-28">{title}</h1>
      <Seeds />
    </CasinoFrame>
  );
}
