/** Searches find beginnings of words, misspelt words and words without accents, and accept any text. */
import { expect, it } from 'vitest';
import type { Article } from '../articles/article.ts';
import type { Library } from '../articles/library.ts';
import { searchIn } from './search.ts';

const article = (id: string, title: string, ...body: string[]): Article => ({ id, title, body, related: [] });
const none = { account: [], payments: [], betting: [], casino: [], promotions: [], technical: [] };
const library: Library = {
  en: {
    ...none,
    payments: [
      article('withdraw', 'How do I withdraw money?', 'Choose Withdraw in your wallet.'),
      article('fees', 'Fees', 'A card deposit costs a fee.'),
    ],
    betting: [article('cash-out', 'What is a cash out?', 'You can withdraw from a bet before it ends.')],
  },
  es: {
    ...none,
    payments: [article('withdraw', '¿Cómo retiro dinero?', 'Elige Retirar en tu billetera, también rápido.')],
  },
};

it.each<['en' | 'es', string, string[]]>([
  ['en', 'withdraw', ['withdraw', 'cash-out']],
  ['en', 'WITHDR', ['withdraw', 'cash-out']],
  ['en', 'withdarw', ['withdraw', 'cash-out']],
  ['en', 'how do I withdraw my money', ['withdraw']],
  ['en', 'card fee', ['fees']],
  ['en', 'bicycle', []],
  ['en', '(.*)+$ [] \\ "', []],
  ['en', '__proto__ constructor', []],
  ['es', 'rapido', ['withdraw']],
  ['es', 'cómo RETIRAR', ['withdraw']],
])('in %s, %s finds %j', (language, text, ids) => {
  expect(searchIn(library, language)(text)).toEqual(ids);
});
