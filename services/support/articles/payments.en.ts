/** Articles in English: deposits and withdrawals. */
import { instantMethods, paymentMethods } from '@fairline/proto/wallet/methods';
import {
  limitsByLevel,
  lowBalanceMinor,
  minDepositMinor,
  minWithdrawMinor,
  quoteSeconds,
} from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, basisPoints } = figuresIn('en');
const { unverified, verified } = limitsByLevel;
const methods = [...instantMethods, ...paymentMethods].map((method) => ({
  ...method,
  minMinor: Math.max(method.minMinor, minDepositMinor),
}));

export const paymentsEn: readonly Article[] = [
  {
    id: 'deposit-money',
    title: 'How do I deposit money?',
    body: [
      'Open Wallet, choose Deposit and pick a method. The page shows the fee, the limits and what arrives before you confirm.',
      'Card, cryptocurrency and e-wallet deposits are credited as soon as the payment provider confirms them.',
      `For a bank transfer or another manual method, pay to the details on the page first. Then enter the reference and upload a proof. We check it and credit your balance.`,
      `The smallest deposit is ${amount(minDepositMinor)}, or more if the method asks for more.`,
    ],
    related: ['deposit-methods', 'deposit-missing'],
  },
  {
    id: 'deposit-methods',
    title: 'Which deposit methods are there, and what do they cost?',
    body: [
      'Fees are taken from the amount and shown before you pay. Limits count the whole amount.',
      methods
        .map(
          ({ name, minMinor, maxMinor, feeBp }) =>
            `- ${name}: ${amount(minMinor)} to ${amount(maxMinor)}, fee ${basisPoints(feeBp)}`,
        )
        .join('\n'),
      'Players in the United Kingdom cannot deposit by card.',
      'Which methods are offered depends on the currency. We charge no fee for withdrawals.',
    ],
    related: ['deposit-money', 'payment-limits'],
  },
  {
    id: 'deposit-missing',
    title: 'My deposit has not arrived',
    body: [
      'Open Wallet and choose History. The deposit shows what it is waiting for.',
      '- The provider page: go back to it and finish the payment, or cancel it.\n- The provider: it has not confirmed the payment yet. Nothing is needed from you.\n- Our review: we compare your transfer with the proof.',
      'If a manual deposit is rejected you see the reason in your notices. If you paid and nothing moves, open a ticket and attach the payment to it.',
    ],
    related: ['deposit-money', 'contact-support'],
  },
  {
    id: 'payment-limits',
    title: 'How much can I deposit and withdraw?',
    body: [
      'Limits follow your verification and are the same numbers in every play currency.',
      `- Deposits a day: ${amount(unverified.dailyDepositMinor)}, verified ${amount(verified.dailyDepositMinor)}\n- Deposits a month: ${amount(unverified.monthlyDepositMinor)}, verified ${amount(verified.monthlyDepositMinor)}\n- Withdrawals a day: ${amount(unverified.dailyWithdrawMinor)}, verified ${amount(verified.dailyWithdrawMinor)}\n- Withdrawals a month: ${amount(unverified.monthlyWithdrawMinor)}, verified ${amount(verified.monthlyWithdrawMinor)}`,
      'Days and months are those of UTC. Your wallet shows what is left.',
    ],
    related: ['verified-limits', 'deposit-methods', 'currencies'],
  },
  {
    id: 'withdraw-money',
    title: 'How do I withdraw money?',
    body: [
      'Open Wallet, choose Withdraw, pick a method and enter the amount and the destination. Tick “Save for next time” to choose the destination from a list later.',
      `The smallest withdrawal is ${amount(minWithdrawMinor)}. You can withdraw your cash; bonus money has to be wagered first. A request forfeits a deposit bonus that you are still wagering; the form warns you.`,
      'The amount is set aside while we review the request, so it can neither be played nor withdrawn twice.',
    ],
    related: ['withdrawal-time', 'withdrawal-method', 'bonus-money'],
  },
  {
    id: 'withdrawal-time',
    title: 'How long does a withdrawal take?',
    body: [
      'An operator decides within 24 to 48 hours. Withdrawals of verified players come first.',
      'After the approval the provider pays it out. A bank transfer can take a few days more.',
      'We email you when it is approved or rejected. In Wallet, under History, you see its state at any time.',
    ],
    related: ['withdraw-money', 'withdrawal-rejected'],
  },
  {
    id: 'withdrawal-method',
    title: 'Why can I not choose any method for my withdrawal?',
    body: [
      'Money goes back the way it came. What you deposited by a method leaves by that method first; the rest leaves by the method you choose.',
      'Manual deposits go back by bank transfer. A card is paid by its saved card only.',
      'A method that cannot take money back does not bind you. The page shows how much has to leave by which method.',
    ],
    related: ['withdraw-money', 'withdrawal-rejected'],
  },
  {
    id: 'withdrawal-rejected',
    title: 'My withdrawal was rejected or came back',
    body: [
      'The whole amount is in your balance again. The reason is in your notices and in the email.',
      '- The destination was wrong: request it again with the right one.\n- You are not verified and asked for more than you deposited: verify your identity first.\n- The bank or provider returned it: use another destination of yours.',
      'If the reason is not clear, open a ticket and attach the payment to it.',
    ],
    related: ['withdraw-money', 'verify-identity', 'contact-support'],
  },
  {
    id: 'withdrawal-pin',
    title: 'What is the withdrawal PIN?',
    body: [
      'A PIN that every withdrawal asks for. Set it in Wallet under Settings.',
      'After five wrong tries it is locked for 15 minutes, for the right PIN too.',
      'We email you when it is set or removed. If you forgot it, contact us: we can clear it.',
    ],
    related: ['withdraw-money', 'two-factor'],
  },
  {
    id: 'currencies',
    title: 'Can I use several currencies?',
    body: [
      'You play in one currency: USD, EUR or GBP. You can change it in Account under Preferences until your first deposit or bet.',
      'You can hold other currencies beside it, and deposit and withdraw them. In Wallet, Convert exchanges one for another.',
      `A quote shows the rate and holds for ${quoteSeconds} seconds.`,
    ],
    related: ['deposit-money', 'payment-limits'],
  },
  {
    id: 'low-balance',
    title: 'Why do I get a notice about a low balance?',
    body: [
      `You get it when you have less than ${amount(lowBalanceMinor)} left to play with.`,
      'Only play with what you can afford to lose. You can switch this notice off in Account under Notifications.',
    ],
    related: ['deposit-money', 'notifications'],
  },
];
