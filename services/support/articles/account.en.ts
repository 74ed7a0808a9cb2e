/** Articles in English: account and verification. */
import { minimumAge } from '@fairline/proto/auth/fields';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { documentRules } from '@fairline/proto/kyc/documents';
import { verificationRules } from '@fairline/proto/kyc/verifications';
import { limitRules } from '@fairline/proto/risk/limits';
import { sessionRules } from '@fairline/proto/risk/sessions';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount } = figuresIn('en');
const { unverified, verified } = limitsByLevel;
const { exclusionMonths, returnHours } = jurisdictionRules.gb;
const { realityCheckMinutes } = sessionRules;
const [fromHours, toHours] = verificationRules.reviewHours;

export const accountEn: readonly Article[] = [
  {
    id: 'open-account',
    title: 'How do I open an account?',
    body: [
      `Choose Sign Up and fill in the form. You must be at least ${minimumAge} years old, and each person has one account.`,
      'Your password needs 8 or more characters with upper case, lower case and a number. Common passwords and passwords with your email name are refused.',
      'You are signed in at once. We send you an email to confirm your address.',
    ],
    related: ['confirm-email', 'verify-identity'],
  },
  {
    id: 'confirm-email',
    title: 'I did not get the confirmation email',
    body: [
      'Look in your spam folder first. The link in the email works for 24 hours.',
      'Sign in, open Account and choose Profile. There you can have the email sent again.',
      'You can deposit and bet before you confirm. Confirm all the same: two-factor authentication needs a confirmed address, and an empty account with an unconfirmed address is closed after 30 days without use.',
    ],
    related: ['open-account', 'forgot-password'],
  },
  {
    id: 'forgot-password',
    title: 'I forgot my password',
    body: [
      'Choose Login, then Forgot password, and enter your email address. We send you a link.',
      'The link works once, for one hour. When you set the new password you are signed out on all your devices.',
      'After several wrong passwords, signing in is blocked for a while. A reset by email ends that block.',
    ],
    related: ['two-factor', 'confirm-email'],
  },
  {
    id: 'two-factor',
    title: 'How do I protect my account?',
    body: [
      'Open Account and choose Security.',
      '- Set up two-factor authentication with an authenticator app. Sign-ins then ask for a code.\n- Keep the recovery codes. Each one replaces a code once.\n- Look through your devices and sign out any you do not know.',
      'We email you when a new device signs in, when your password changes and when a withdrawal goes to a new destination. If you did not do it, set a new password at once and contact us.',
    ],
    related: ['forgot-password', 'withdrawal-pin'],
  },
  {
    id: 'verify-identity',
    title: 'How do I verify my identity?',
    body: [
      'Open Account and choose Verification. You need two documents: your passport, and a utility bill that shows your name and address.',
      `- Use a JPG, PNG or PDF file of less than ${documentRules.maxBytes / 1024 / 1024}MB.\n- Show the whole document, in colour and in focus, with all four corners.\n- The name and date of birth must be those of your account.`,
      `When both documents are uploaded, submit them for verification. We review them within ${fromHours} to ${toHours} hours. You see the decision in the app and get it by email.`,
      'If a document is rejected you see the reason beside it. You can upload another one right away.',
      'Players in the United Kingdom are verified before their first deposit, bet and game. These are rules of the regulator.',
    ],
    related: ['document-rejected', 'verified-limits'],
  },
  {
    id: 'document-rejected',
    title: 'Why was my document rejected?',
    body: [
      'Each document has its own decision. You find the reason on the Verification tab of your account.',
      '- The picture is blurred, cut off or too dark.\n- The document has expired, or the utility bill is too old.\n- Name, date of birth or address differ from your account.',
      'Upload a better copy of the rejected document and submit the verification again. Approved documents stay approved.',
    ],
    related: ['verify-identity', 'change-details'],
  },
  {
    id: 'verified-limits',
    title: 'What do I get when I am verified?',
    body: [
      'The higher limits apply as soon as your verification is approved. They are the same numbers in every play currency:',
      `- Largest bet: ${amount(verified.maxBetMinor)} instead of ${amount(unverified.maxBetMinor)}\n- Deposits a day: ${amount(verified.dailyDepositMinor)} instead of ${amount(unverified.dailyDepositMinor)}\n- Withdrawals a day: ${amount(verified.dailyWithdrawMinor)} instead of ${amount(unverified.dailyWithdrawMinor)}`,
      'Your withdrawals come first in the queue, and promotions for verified players are open to you if you have their loyalty tier.',
      'Before you are verified you can withdraw what you deposited, but not more.',
    ],
    related: ['verify-identity', 'withdraw-money', 'points-tiers', 'verification-expires'],
  },
  {
    id: 'verification-expires',
    title: 'How long is my verification valid?',
    body: [
      `A document is valid here for ${documentRules.expiryDays} days after you upload it. When the first required document expires, your account is no longer verified and the limits of an unverified account apply.`,
      'We tell you by email. Upload a new document and submit it to be verified again.',
      `A verification that is not decided within ${verificationRules.undecidedDays} days ends. Please submit it again in that case.`,
    ],
    related: ['verify-identity', 'verified-limits'],
  },
  {
    id: 'change-details',
    title: 'How do I change my personal details?',
    body: [
      'Open Account and choose Profile. You can change phone, address, city and postal code at any time.',
      'Name and country can be changed until you are verified. The date of birth and the email address cannot be changed there.',
      'Contact us if one of these is wrong. We may ask for a document.',
      'After a move out of the United Kingdom its rules apply until we approve a proof of your new address. Upload it on the Verification tab.',
    ],
    related: ['verify-identity', 'contact-support'],
  },
  {
    id: 'own-limits',
    title: 'How do I limit what I spend?',
    body: [
      'Open Account and choose Responsible Gaming. You can limit deposits and losses by day, week and month, the time of a session, and the stake per bet.',
      `A new or lower limit applies immediately. To raise or remove one, ask for it there and confirm it after ${limitRules.raiseHours} hours. If you do not confirm within ${limitRules.lapseDays} days of asking, your limit stays as it is. Lowering a limit cancels a raise or removal that waits.`,
      'A loss is what you staked less what came back. Days, weeks and months are those of UTC.',
      'The bet slip, games and deposits show what is left of your limits.',
    ],
    related: ['reality-checks', 'take-a-break', 'payment-limits'],
  },
  {
    id: 'reality-checks',
    title: 'What is a reality check?',
    body: [
      'While you play, play pauses at a fixed interval and shows how long you have played, what you staked and your net result. It goes on once you confirm.',
      `It comes every ${realityCheckMinutes.initial} minutes. Open Account and choose Responsible Gaming to set another interval, from ${realityCheckMinutes.least} to ${realityCheckMinutes.most} minutes, and to set warnings for a long session or a loss.`,
      'The activity statement on the page Safe play shows a summary of each month: deposits, withdrawals, stakes, returns, net result and time.',
    ],
    related: ['own-limits', 'take-a-break'],
  },
  {
    id: 'take-a-break',
    title: 'How do I take a time-out or exclude myself?',
    body: [
      'Open Safe play in the account menu. A time-out lasts 1, 7, 30 or 90 days. A self-exclusion lasts 180 or 365 days, or is permanent; you find it under Account, Responsible Gaming.',
      'It begins immediately, and nobody can end it early. You can extend it, never shorten it.',
      `For players in the United Kingdom 180 and 365 days are ${exclusionMonths[180]} and ${exclusionMonths[365]} calendar months, and a self-exclusion lasts until you ask to return and ${returnHours} more hours have passed.`,
      '- No bets, games, deposits, bonuses or offers.\n- Open bets stand and are settled as usual. You can finish an open hand, without staking more.\n- Bonuses you already have stay until they expire. Pending claims and opt-ins are cancelled.\n- Withdrawals and support stay open.',
      'If gambling is a problem for you or for somebody close to you, talk to someone: Safe play lists organisations that help.',
    ],
    related: ['own-limits', 'withdraw-money', 'contact-support'],
  },
  {
    id: 'download-data',
    title: 'How do I get a copy of my data?',
    body: [
      'Open Account, choose Privacy, then Download my data. You get one file.',
      'It holds your profile and settings, notices, payments, saved destinations of withdrawals, transactions, bets, casino rounds, promotions, points, limits, self-exclusions, a summary of your activity, the list of your documents, tickets and chats.',
      'The document files themselves are not in it.',
    ],
    related: ['close-account', 'contact-support'],
  },
  {
    id: 'close-account',
    title: 'How do I close my account?',
    body: [
      'Withdraw your balance and wait until open bets and payments are done.',
      'Then open Account, choose Privacy and Close the account. Confirm with your email address and password.',
      'Closing is final. A bonus you have not finished wagering is lost. We erase your personal details once we no longer have to keep them by law.',
    ],
    related: ['withdraw-money', 'download-data'],
  },
];
