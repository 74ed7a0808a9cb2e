/** Four claims about the casino, each with a link to the page that proves it. */
import { i18n } from '@lingui/core';
import { ChartLine, Fingerprint, HandCoins, type LucideIcon, Percent } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/graphics/icon.tsx';

interface Claim {
  icon: LucideIcon;
  title: string;
  text: string;
  link?: [to: string, name: string];
}

export function WhyUs() {
  const claims: Claim[] = [
    {
      icon: Fingerprint,
      title: i18n._({ id: 'casino.why.fair', message: 'Provably fair' }),
      text: i18n._({
        id: 'casino.why.fairText',
        message: 'Every draw follows from seeds fixed before you play. Verify any round in your own browser.',
      }),
      link: ['/casino/fairness', i18n._({ id: 'casino.why.fairLink', message: 'Your seeds' })],
    },
    {
      icon: Percent,
      title: i18n._({ id: 'casino.why.rtp', message: 'RTP you can check' }),
      text: i18n._({
        id: 'casino.why.rtpText',
        message: 'The RTP of every bet is computed from the rules, and the maths is published with the game.',
      }),
    },
    {
      icon: ChartLine,
      title: i18n._({ id: 'casino.why.returns', message: 'Results in the open' }),
      text: i18n._({
        id: 'casino.why.returnsText',
        message: 'See what every game has paid back next to what it should pay back, live.',
      }),
      link: ['/casino/returns', i18n._({ id: 'casino.why.returnsLink', message: 'Live returns' })],
    },
    {
      icon: HandCoins,
      title: i18n._({ id: 'casino.why.limits', message: 'You stay in control' }),
      text: i18n._({
        id: 'casino.why.limitsText',
        message: 'Every game shows your time, stakes and net result, and your limits apply in all of them.',
      }),
      link: ['/wallet?tab=settings', i18n._({ id: 'casino.why.limitsLink', message: 'Set limits' })],
    },
  ];
  return (
    <section aria-labelledby="why" className="flex flex-col gap-4 border-t border-line pt-8">
      <h2 id="why" className="display text-20">
        {i18n._({ id: 'casino.why', message: 'Why choose us' })}
      </h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {claims.map(({ icon, title, text, link }) => (
          <li key={title} className="flex flex-col gap-1 text-13">
            <Icon of={icon} size={20} className="text-act" />
            <h3 className="mt-1 text-14 font-strong">{title}</h3>
            <p className="max-w-form text-ink-soft">{text}</p>
            {link && (
              <Link to={link[0]} className="self-start py-1 underline underline-offset-4">
                {link[1]}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
