/** Column kinds that tables of several subjects share. */
import { oneOf } from '@fairline/chassis/storage/rows';
import { jurisdictions } from '@fairline/proto/countries';
import { playCurrencies } from '@fairline/proto/money';
import { promotionTypes } from '@fairline/proto/promotions/offers';

export const playCurrency = oneOf(playCurrencies);
export const jurisdiction = oneOf(jurisdictions);
export const promotionType = oneOf(promotionTypes);
