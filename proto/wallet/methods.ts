/** Payment methods as data: the page, the service and the tests read the same limits, fees and texts. */

const bankDetails = (bankName: string, accountNumber: string, ifscCode: string) => ({
  bankName,
  accountName: 'Fairline Demo Ltd',
  accountNumber,
  ifscCode,
});

/**
 * Manual deposit methods. The bank details are those of the demo. A real installation replaces them, and adds the BIC (`bic`) if its bank needs it.
 * No account has this IBAN: its check digits are right, but no German bank code begins with 0.
 */
export const paymentMethods = [
  {
    id: 'union_bank_india',
    name: 'Union Bank of India',
    kind: 'manual',
    type: 'bank',
    minMinor: 10_000,
    maxMinor: 5_000_000,
    feeBp: 0,
    processingTime: '1-2 business days',
    currencies: ['USD'],
    fields: [],
    bankDetails: bankDetails('Union Bank of India', '000000000001', 'UBIN0000000'),
  },
  {
    id: 'phonepe',
    name: 'PhonePe',
    kind: 'manual',
    type: 'ewallet',
    minMinor: 10_000,
    maxMinor: 5_000_000,
    feeBp: 0,
    processingTime: 'within 30 minutes',
    currencies: ['USD'],
    fields: ['upiId'],
    bankDetails: bankDetails('PhonePe', 'fairline@demo', 'N/A'),
  },
  {
    id: 'bank_transfer',
    name: 'Bank Transfer',
    kind: 'manual',
    type: 'bank',
    minMinor: 5_000,
    maxMinor: 1_000_000,
    feeBp: 0,
    processingTime: '1-3 days',
    currencies: ['USD', 'EUR', 'GBP'],
    fields: [],
    bankDetails: { ...bankDetails('Fairline Demo Bank', '000000000002', 'N/A'), iban: 'DE79000000000000000002' },
  },
] as const;

export const manualMethodIds = ['union_bank_india', 'phonepe', 'bank_transfer'] as const;

/** Instant deposits at the payment provider; the fee is deducted from the amount. Limits are in the play currency, at the current rate. */
export const instantMethods = [
  {
    id: 'credit_card',
    name: 'Credit Card',
    kind: 'instant',
    type: 'card',
    minMinor: 1_000,
    maxMinor: 500_000,
    feeBp: 290,
    processingTime: 'instant',
    currencies: ['USD', 'EUR', 'GBP'],
    fields: [],
  },
  {
    id: 'crypto',
    name: 'Cryptocurrency',
    kind: 'instant',
    type: 'crypto',
    minMinor: 2_000,
    maxMinor: 5_000_000,
    feeBp: 100,
    processingTime: '10-30 minutes',
    currencies: ['BTC', 'ETH', 'USD', 'EUR', 'GBP'],
    fields: [],
  },
  {
    id: 'e_wallet',
    name: 'E-Wallet',
    kind: 'instant',
    type: 'ewallet',
    minMinor: 500,
    maxMinor: 250_000,
    feeBp: 150,
    processingTime: 'instant',
    currencies: ['USD', 'EUR', 'GBP'],
    fields: [],
  },
] as const;

export const instantMethodIds = ['credit_card', 'crypto', 'e_wallet'] as const;

const playCurrencies = ['USD', 'EUR', 'GBP'] as const;

const processingTime = '24-48 hours';

/** Withdrawals: approved by an operator within 24-48 hours, then paid by the provider; a bank transfer is paid by hand. Limits are in the play currency, at the current rate. */
export const withdrawalMethods = [
  {
    id: 'credit_card',
    name: 'Credit Card',
    type: 'card',
    hint: 'One of your saved cards',
    processingTime,
    currencies: playCurrencies,
  },
  {
    id: 'bank_transfer',
    name: 'Bank Transfer',
    type: 'bank',
    hint: 'Account number or IBAN',
    processingTime,
    currencies: playCurrencies,
  },
  {
    id: 'crypto',
    name: 'Cryptocurrency',
    type: 'crypto',
    hint: 'Wallet address',
    processingTime,
    currencies: ['BTC', 'ETH', ...playCurrencies],
  },
  {
    id: 'e_wallet',
    name: 'E-Wallet',
    type: 'ewallet',
    hint: 'E-mail or account of the wallet',
    processingTime,
    currencies: playCurrencies,
  },
] as const;

export const withdrawalMethodIds = ['bank_transfer', 'credit_card', 'crypto', 'e_wallet'] as const;

/** Methods whose destination the player types. A card is chosen among the saved ones. */
export const typedMethodIds = ['bank_transfer', 'crypto', 'e_wallet'] as const;

/** All methods of deposits and withdrawals. */
export const paymentMethodIds = [
  'union_bank_india',
  'phonepe',
  'bank_transfer',
  'credit_card',
  'crypto',
  'e_wallet',
] as const;
