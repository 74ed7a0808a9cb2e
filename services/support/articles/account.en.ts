/** Articles in English: account and verification. */
import type { Article } from './article.ts';

export const accountEn: readonly Article[] = [
  {
    id: 'verify-identity',
    title: 'How do I verify my identity?',
    body: [
      'Open your account and choose Verification. You need two documents: your passport, and a utility bill that shows your name and address.',
      '- Use a JPG, PNG or PDF file of less than 5MB.\n- Show the whole document, in colour and in focus, with all four corners.\n- The name and date of birth must be those of your account.',
      'When both documents are uploaded, choose Submit for verification. We review it within 24 to 48 hours and tell you by mail and in the app as soon as it is decided.',
      'If a document is rejected you see the reason beside it. You can upload another one right away.',
    ],
    related: ['document-rejected'],
  },
  {
    id: 'document-rejected',
    title: 'Why was my document rejected?',
    body: [
      'Each document has its own decision and its own reason, which you find on the Verification tab of your account.',
      '- The picture is blurred, cut off or too dark.\n- The document has expired, or the utility bill is too old.\n- Name, date of birth or address differ from your account. Correct them in your profile first.',
      'Upload a better copy of the rejected document and submit the verification again. Documents that are approved stay approved.',
    ],
    related: ['verify-identity'],
  },
];
