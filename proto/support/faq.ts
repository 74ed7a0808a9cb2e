/** Help articles in six categories, with search and votes, and how to reach support. */
import { z } from 'zod';
import { common, route } from '../contract.ts';

export const faqCategories = ['account', 'payments', 'betting', 'casino', 'promotions', 'technical'] as const;
export const FaqCategory = z.enum(faqCategories);
export type FaqCategory = z.infer<typeof FaqCategory>;

export const faqLanguages = ['en', 'es'] as const;
export const FaqLanguage = z.enum(faqLanguages);
export type FaqLanguage = z.infer<typeof FaqLanguage>;

export const faqCategoryNames: Readonly<Record<FaqLanguage, Readonly<Record<FaqCategory, string>>>> = {
  en: {
    account: 'Account & Verification',
    payments: 'Deposits & Withdrawals',
    betting: 'Sports Betting',
    casino: 'Casino Games',
    promotions: 'Promotions & Bonuses',
    technical: 'Technical Issues',
  },
  es: {
    account: 'Cuenta y verificación',
    payments: 'Depósitos y retiradas',
    betting: 'Apuestas deportivas',
    casino: 'Juegos de casino',
    promotions: 'Promociones y bonos',
    technical: 'Problemas técnicos',
  },
};

export const FaqTitle = z.object({ id: z.string(), title: z.string() });
export const FaqArticle = FaqTitle.extend({
  category: FaqCategory,
  /** Paragraphs of plain text. Lines that begin with "- " are a list. */
  body: z.array(z.string()),
  helpful: z.int(),
  votes: z.int(),
  /** The vote of the caller. */
  voted: z.boolean().optional(),
  related: z.array(FaqTitle),
});
export type FaqArticle = z.infer<typeof FaqArticle>;

const byArticle = z.strictObject({ id: z.string().max(100) });
const language = { language: FaqLanguage.optional() };

export const faqRoutes = {
  faq: route('GET /api/support/faq', {
    summary:
      'Articles by category; with `q` those that match, best first within each category; a category without any is left out then',
    access: 'open',
    query: z.strictObject({ q: z.string().max(100).optional(), ...language }),
    reply: z.object({
      categories: z.array(z.object({ id: FaqCategory, name: z.string(), articles: z.array(FaqTitle) })),
    }),
  }),
  faqArticle: route('GET /api/support/faq/:id', {
    summary: 'One article',
    access: 'open',
    params: byArticle,
    query: z.strictObject(language),
    reply: FaqArticle,
    refusals: [common.notFound],
  }),
  voteArticle: route('PUT /api/support/faq/:id/vote', {
    summary: 'Whether the article helped; one vote per player, which may change',
    access: 'player',
    params: byArticle,
    query: z.strictObject(language),
    body: z.strictObject({ helpful: z.boolean() }),
    reply: FaqArticle,
    refusals: [common.notFound],
  }),
  contact: route('GET /api/support/contact', {
    summary: 'Phone line and e-mail address of support, where they are configured, and whether an agent is online',
    access: 'open',
    reply: z.object({ phone: z.string().optional(), email: z.string().optional(), agentsOnline: z.int() }),
  }),
} as const;
