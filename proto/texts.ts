/** The characters that free text may contain. Every form and every route with free text uses these rules. */
import { z } from 'zod';

/**
 * Control and bidi characters, line separators and invisible characters can hide or reorder text, so they are refused. Joiners are allowed, because scripts and
 * emoji need them. Line breaks and tabs pass only `isMultilineText`.
 */
const deceptive =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/u;

export function isText(text: string): boolean {
  return !/\p{Cc}/u.test(text) && !deceptive.test(text);
}

export function isMultilineText(text: string): boolean {
  return isText(text.replaceAll(/[\n\r\t]/g, ' '));
}

/** Letters and marks of any script, spaces, apostrophes, hyphens and dots. Mail programs turn none of these into a link. */
export function isPersonName(text: string): boolean {
  const characters = /^['’]?\p{L}[\p{L}\p{M} '’.-]*$/u;
  const domainLike = /\.\p{L}{2}/u;
  const stackedMarks = /\p{M}{5}/u;
  return (
    characters.test(text) &&
    isText(text) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(text) &&
    !domainLike.test(text) &&
    !stackedMarks.test(text)
  );
}

/** Trimmed text on one line, at most `max` characters. `label` begins its messages. */
export function lineOf(label: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isText, `${label} is not valid`);
}

/** Errors of form fields, each written once: every language of the app has a text for each. */
export const fieldMessages = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  emailAddressInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordOfSix: 'Password must be at least 6 characters',
  passwordOfEight: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  passwordWeak: 'Password must contain uppercase, lowercase, and number',
  newPasswordOfEight: 'New password must be at least 8 characters',
  newPasswordsDiffer: 'New passwords do not match',
  passwordsDiffer: 'Passwords do not match',
  passwordUnconfirmed: 'Please confirm your password',
  currentPasswordRequired: 'Current password is required',
  namesRequired: 'First name and last name are required',
  countryRequired: 'Please select your country',
  dateOfBirthRequired: 'Please enter your date of birth',
  termsUnaccepted: 'You must agree to the terms and conditions',
  phoneInvalid: 'Please enter a valid phone number',
  timezoneUnknown: 'Please choose a timezone',
  codeRequired: 'Please enter the code',
  pinInvalid: 'Please enter a PIN of 4 to 6 digits',
  pinsDiffer: 'The PINs do not match',
  roleRequired: 'Please choose a role',
  passwordOrCode: 'Send either password or totp',
  unchanged: 'Nothing has changed',
  required: 'This field is required',
  invalid: 'This field is not valid',
  fieldsRequired: 'Please fill in all required fields',
  bodyNoJson: 'The body must be JSON',
  bodyBrokenJson: 'The body is not valid JSON',
  instantInvalid: 'Invalid ISO datetime',
  idsInvalid: 'These are not valid ids',
  searchInvalid: 'The search is not valid',
  reasonRequired: 'A reason is required',
  reasonInvalid: 'The reason is not valid',
  reasonTooLong: 'The reason must be at most 500 characters',
  noteRequired: 'Please write a note',
  noteInvalid: 'The note is not valid',
  textInvalid: 'The text is not valid',
  rejectionReasonRequired: 'Please provide a rejection reason',
  exclusionReasonRequired: 'Please provide a reason for self-exclusion',
  amountInvalid: 'Please enter a valid amount',
  amountUnclear: 'This amount is ambiguous. Please enter it without a thousands separator.',
  destinationIncomplete: 'Please enter a complete destination',
  proofTooLarge: 'The payment proof must be smaller than 5 MB',
  fileRequired: 'Please choose a file',
  monthRequired: 'Please choose a month',
  daysRequired: 'Please choose a first and a last day, at most a year apart',
  monthInvalid: 'A month such as 2026-11',
  rateOutOfRange: 'This rate is too small or too large',
  freeBetProducts: 'A free bet is played on sports',
  autoManualDeposits: 'Deposits reported by players always need an operator',
  autoUnverified: 'Only payments by verified players can be approved automatically',
  autoAccountAge: 'The account must be at least 30 days old',
  autoEarlierPayments: 'The player must have at least 3 earlier approved payments',
  autoTwoOperators: 'Must stay below the two-operator threshold',
  slipEmpty: 'No bets in slip',
  oddsInvalid: 'Invalid odds for this selection',
  deadHeatPlaces: 'A dead heat has fewer places than sides',
  deadHeatUnwon: 'Only a selection that won can have won in a dead heat',
  windowReversed: 'The window must start before it ends',
  noBetPlaced: 'Please place at least one bet!',
  sixNumbers: 'Please select exactly 6 numbers!',
  noTickets: 'No tickets to draw!',
  numberRepeated: 'Each number once',
  betRepeated: 'One bet of each type',
  clientSeedInvalid: '1 to 64 letters, digits, - and _',
  rtpUnchanged: 'This is the current RTP',
  gameUnchanged: 'Change the game or its return',
  countryUnserved: 'Countries must be among those we serve',
  rewardAboveClaim: 'A claim can receive at most 10,000.00',
  promotionEndAlone: 'End a promotion without other changes',
  exclusionLength: 'Please choose 1, 7, 30, 90, 180 or 365 days',
  exclusionEither: 'Please choose either days or permanent',
  alertChangeRequired: 'Choose a status, an assignee or a note',
  ruleWindowMissing: 'This rule has no window',
  ruleWindowShort: 'The window must be at least 2 days',
  ruleThresholdInvalid: 'The threshold is not valid',
} as const;
export type FieldMessage = (typeof fieldMessages)[keyof typeof fieldMessages];
