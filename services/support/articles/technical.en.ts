/** Articles in English: technical issues, and how to reach support. */
import { verificationRules } from '@fairline/proto/kyc/verifications';
import { ticketRules } from '@fairline/proto/support/tickets';
import type { Article } from './article.ts';

export const technicalEn: readonly Article[] = [
  {
    id: 'page-not-live',
    title: 'Odds or scores stand still',
    body: [
      'Prices and scores come over a live connection. When it is interrupted, the page says so and prices are locked until it is back. It connects again by itself.',
      '- Check your internet connection.\n- Reload the page.\n- Switch off extensions that block connections, or try another browser.',
      'Bets you placed and rounds you played are safe on the server meanwhile.',
    ],
    related: ['interrupted-round', 'cannot-sign-in'],
  },
  {
    id: 'cannot-sign-in',
    title: 'I cannot sign in',
    body: [
      '- Check the email address and the password, upper and lower case included.\n- If a code is asked for, take the current one from your authenticator app, or a recovery code. The clock of your phone has to be right.\n- After too many attempts, wait 15 minutes or set a new password by email.',
      'A session ends after 24 hours, or after 30 days if you chose to be remembered. It is also ended when you change your password on another device.',
    ],
    related: ['forgot-password', 'two-factor'],
  },
  {
    id: 'language-odds',
    title: 'How do I change language, odds format or time zone?',
    body: [
      'Open Account and choose Preferences. The odds format and dark or light colours are in the account menu too.',
      'Times are shown in your time zone. Daily and monthly limits count days and months of UTC.',
      'Fairline is available in English and Spanish. Emails come in the language of your preferences.',
    ],
    related: ['notifications', 'payment-limits'],
  },
  {
    id: 'notifications',
    title: 'Which notices and emails do I get?',
    body: [
      'The bell in the header lists what happened in your account. Most of it is also emailed.',
      'In Account, under Notifications, you can switch off notices about deposits, withdrawals, low balance and sign-ins, and email as a whole. Emails about promotions are off until you switch them on.',
      'Notices about the safety of your account, your identity and your tickets cannot be switched off.',
    ],
    related: ['language-odds', 'two-factor', 'low-balance'],
  },
  {
    id: 'contact-support',
    title: 'How do I reach support?',
    body: [
      'Open Support.',
      `- Live chat: an agent joins you as soon as one is free. If nobody is there, your messages can be kept as a ticket.\n- Ticket: describe what happened. You can attach a bet, a round or a payment, and up to ${ticketRules.maxAttachments} files (JPG, PNG or PDF) of less than ${ticketRules.maxAttachmentBytes / 1024 / 1024}MB each.`,
      'We email you when your ticket is answered. Never send card numbers or passwords: we do not need them, and the form refuses card numbers.',
    ],
    related: ['make-complaint', 'upload-fails'],
  },
  {
    id: 'make-complaint',
    title: 'How do I make a complaint?',
    body: [
      'Open Support, choose New Ticket and the category Complaint. Attach the bet, round or payment it is about.',
      `You get a final answer within ${ticketRules.complaintWeeks} weeks at the latest. The ticket shows the date.`,
      'A bet keeps its signed receipt, and a casino round can be recomputed from its seeds. Both can be shown to anyone who settles a dispute.',
    ],
    related: ['contact-support', 'verify-round'],
  },
  {
    id: 'upload-fails',
    title: 'My file is not accepted',
    body: [
      'Only JPG, PNG and PDF files of less than 5MB are accepted. Changing the ending of a file name does not change its kind.',
      '- Take a new photo with a lower resolution if it is too large.\n- Remove the password of a PDF.\n- If the file could not be read, save it again with another program, or take a screenshot of it.',
      `Documents are reviewed within ${verificationRules.reviewHours.join(' to ')} hours. They are stored encrypted, and each view by our staff is recorded.`,
    ],
    related: ['verify-identity', 'contact-support'],
  },
];
