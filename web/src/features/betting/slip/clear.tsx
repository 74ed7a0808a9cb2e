/** The button that empties the slip. While a reply is pending it shows that instead, because the bet may already be placed. */
import { i18n } from '@lingui/core';
import { useStore } from '../../../store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { isAwaited } from './slip.ts';
import { slipActions, slipStore } from './store.ts';

export function ClearSlip() {
  const slip = useStore(slipStore);
  if (slip.items.length < 2) return null;
  const why = isAwaited(slip) && i18n._({ id: 'slip.kept', message: 'Your slip is waiting for a reply' });
  return (
    <Button look="quiet" size="small" why={why} quietly data-no-heir onClick={slipActions.clear}>
      {i18n._({ id: 'slip.clear', message: 'Clear all' })}
    </Button>
  );
}
