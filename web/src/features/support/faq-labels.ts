/** Names of the categories of help articles. */
import type { FaqArticle } from '@fairline/proto/support/faq';
import { i18n } from '@lingui/core';

export function faqCategoryTitle(category: FaqArticle['category']): string {
  switch (category) {
    case 'account':
      return i18n._({ id: 'faq.account', message: 'Account & Verification' });
    case 'payments':
      return i18n._({ id: 'faq.payments', message: 'Deposits & Withdrawals' });
    case 'betting':
      return i18n._({ id: 'faq.betting', message: 'Sports Betting' });
    case 'casino':
      return i18n._({ id: 'faq.casino', message: 'Casino Games' });
    case 'promotions':
      return i18n._({ id: 'faq.promotions', message: 'Promotions & Bonuses' });
    case 'technical':
      return i18n._({ id: 'faq.technical', message: 'Technical Issues' });
  }
}
