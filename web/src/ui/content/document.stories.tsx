import { DocumentView } from './document.tsx';

export default { component: DocumentView };

const markdown = `## Payouts

A bet is paid once its result is confirmed.

- Singles are paid at their odds.
- Systems are paid per line.

| Line | Odds |
|---|---:|
| Home win | 2.10 |
| Draw | 3.40 |

\`\`\`
payout = stake x odds
\`\`\``;

export const EveryBlock = () => <DocumentView markdown={markdown} />;
export const Empty = () => <DocumentView markdown="" />;
