/** Names of the loyalty tiers, which decide the order of the queue. */
import type { Tier } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';

export function tierName(tier: Tier): string {
  switch (tier) {
    case 'bronze':
      return i18n._({ id: 'tier.bronze', message: 'Bronze' });
    case 'silver':
      return i18n._({ id: 'tier.silver', message: 'Silver' });
    case 'gold':
      return i18n._({ id: 'tier.gold', message: 'Gold' });
    case 'platinum':
      return i18n._({ id: 'tier.platinum', message: 'Platinum' });
  }
}
