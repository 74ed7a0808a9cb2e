/** The hosted page, the only place where a card is entered. Plain HTML without scripts, readable without colour and at any width. Pure. */
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import type { Card } from './behaviour.ts';

export const pagePolicy =
  "default-src 'none'; style-src 'sha256-STYLE'; form-action 'self' RETURN; frame-ancestors 'none'; base-uri 'none'";

export const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}main{max-width:26rem;margin:0 auto;padding:1.5rem 1rem}h1{font-size:1.25rem;margin:0 0 .25rem}label{display:block;font-weight:600;margin-top:1rem}input{box-sizing:border-box;width:100%;font:inherit;padding:.6rem;border:1px solid GrayText;border-radius:6px;background:Field;color:FieldText}.row{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.fault{color:#b3261e;margin:.25rem 0 0}@media(prefers-color-scheme:dark){.fault{color:#ffb4ab}}button{font:inherit;font-weight:600;width:100%;min-height:2.75rem;margin-top:1.25rem;border-radius:6px;border:1px solid #0a7a4f;background:#0a7a4f;color:#fff}button.quiet{background:transparent;color:inherit;border-color:GrayText;margin-top:.5rem}.note{border:1px solid GrayText;border-radius:6px;padding:.75rem;margin:1rem 0;font-size:.875rem}`;

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
}

const note =
  '<p class="note"><strong>Stand-in payment provider.</strong> No bank is asked and no money moves. Use a test card, for example 4242 4242 4242 4242, any future date and any code. Card numbers are not stored.</p>';

/** The form with its faults by field. The expiry date is filled in again; the card number and the security code never are. */
export function cardPage(
  row: { amount: number; currency: CurrencyCode },
  faults: Partial<Record<keyof Card, string>>,
  typed: Partial<Card>,
): string {
  const amount = formatMoney(row.amount, row.currency);
  const field = (name: keyof Card, label: string, more: string) => {
    const fault = faults[name];
    const description = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : '';
    const value = name === 'expiry' && typed.expiry ? ` value="${escapeHtml(typed.expiry)}"` : '';
    return `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" required ${more}${value}${description}>${fault ? `<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>` : ''}</div>`;
  };
  return document(
    `Pay ${amount}`,
    `<h1>Pay ${escapeHtml(amount)}</h1><p>to Fairline</p>${note}<form method="post">
${field('number', 'Card number', 'inputmode="numeric" autocomplete="cc-number" maxlength="25"')}
<div class="row">${field('expiry', 'Expiry (MM/YY)', 'autocomplete="cc-exp" maxlength="7" placeholder="MM/YY"')}${field('code', 'Security code', 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}</div>
<button name="do" value="pay">Pay ${escapeHtml(amount)}</button></form>
<form method="post"><button class="quiet" name="do" value="cancel">Cancel and go back</button></form>`,
  );
}

export function notFoundPage(): string {
  return document(
    'Not found',
    '<h1>This payment does not exist</h1><p>Please go back to the shop and begin again.</p>',
  );
}
