/** Verify: recomputes the round in this browser and shows each step. Without a revealed seed it explains how to reveal it. */
import type { Round } from '@fairline/proto/casino/rounds';
import { i18n } from '@lingui/core';
import { BadgeCheck, Check, ShieldCheck, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { Money } from '../../../domain/money/money.tsx';
import { Failure, Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { type Verification, verifyRound } from './verify.ts';

type VerifiableRound = Round & { rules: Record<string, unknown> };

export function VerifyPanel({ round }: { round: VerifiableRound }) {
  const [result, setResult] = useState<Verification | Error | null>(null);
  const { serverSeed } = round;
  const verify = (seed: string) => {
    try {
      setResult(verifyRound(round, seed));
    } catch (error) {
      setResult(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <section aria-labelledby="verify" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 id="verify" className="flex items-center gap-2 text-14 font-strong">
        <Icon of={ShieldCheck} size={20} className="text-act" />
        {i18n._({ id: 'casino.verify.title', message: 'Verify this round' })}
      </h2>
      {serverSeed === undefined ? (
        <HowToReveal isOpen={round.status === 'open'} />
      ) : (
        <>
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'casino.verify.help',
              message: 'Your browser recomputes the round from its seeds, without asking us.',
            })}
          </p>
          <Button className="self-start" onClick={() => verify(serverSeed)}>
            {i18n._({ id: 'casino.verify', message: 'Verify' })}
          </Button>
        </>
      )}
      <div aria-live="polite" className="flex flex-col gap-3">
        {result instanceof Error && (
          <Failure title={i18n._({ id: 'casino.verify.broken', message: 'This round could not be recomputed' })}>
            {errorText(result)}
          </Failure>
        )}
        {result && !(result instanceof Error) && <Steps result={result} round={round} />}
      </div>
    </section>
  );
}

function HowToReveal({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      <p className="text-13 text-ink-soft">
        {isOpen
          ? i18n._({
              id: 'casino.verify.open',
              message: 'The server seed stays hidden while the round is open. Finish it, then rotate your seed.',
            })
          : i18n._({
              id: 'casino.verify.hidden',
              message:
                'The server seed is still in use, so it stays hidden. Rotate it to reveal it, then verify every round played with it.',
            })}
      </p>
      <Link to="/casino/fairness" className="self-start py-1 text-13 underline underline-offset-4">
        {i18n._({ id: 'casino.verify.rotate', message: 'Rotate the seed' })}
      </Link>
    </>
  );
}

function Steps({ result, round }: { result: Verification; round: VerifiableRound }) {
  const { hash, draws, outcome, stake, payout } = result;
  const money = (minor: number) => <Money minor={minor} currency={round.currency} />;
  return (
    <>
      <Notice tone={result.holds ? 'act' : 'down'}>
        <span className="flex items-center gap-2 font-strong">
          <Icon of={result.holds ? BadgeCheck : X} size={20} />
          {result.holds
            ? i18n._({ id: 'casino.verify.holds', message: 'Verified: this round follows from its seeds' })
            : i18n._({ id: 'casino.verify.fails', message: 'Not verified: this round does not follow from its seeds' })}
        </span>
      </Notice>
      <ol className="flex flex-col gap-3 text-13">
        <Step
          holds={hash.holds}
          name={i18n._({
            id: 'casino.verify.hash',
            message: 'The hash shown before you played matches the revealed seed',
          })}
        >
          <code className="text-12 break-all text-ink-soft">SHA-256 = {hash.computed}</code>
        </Step>
        <Step
          holds
          name={i18n._({
            id: 'casino.verify.draws',
            message: '{count, plural, one {# number} other {# numbers}} drawn from the seeds',
            values: { count: draws.numbers.length },
          })}
        >
          <code className="block text-12 break-all text-ink-soft">HMAC-SHA256(…, "{draws.message}")</code>
          <Numbers numbers={draws.numbers} />
        </Step>
        <Step
          holds={outcome.holds}
          name={i18n._({ id: 'casino.verify.outcome', message: 'The outcome follows from these numbers' })}
        />
        <Step
          holds={stake.holds}
          name={i18n._({ id: 'casino.verify.stake', message: 'The stake matches what was taken' })}
        >
          {money(stake.computedMinor)}
        </Step>
        <Step
          holds={payout.holds}
          name={i18n._({ id: 'casino.verify.payout', message: 'The payout matches what was paid' })}
        >
          {money(payout.computedMinor)}
          {round.status === 'void' && (
            <span className="text-ink-soft">
              {' '}
              {i18n._({ id: 'casino.verify.void', message: '(void: the stake was returned instead)' })}
            </span>
          )}
        </Step>
      </ol>
    </>
  );
}

function Step({ holds, name, children }: { holds: boolean; name: string; children?: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon of={holds ? Check : X} size={20} className={cx('mt-px', holds ? 'text-up' : 'text-down')} />
      <div className="min-w-0">
        <p>{name}</p>
        {children}
      </div>
    </li>
  );
}

/** A shoe draws hundreds of numbers; the first ones are visible, the others on request. */
function Numbers({ numbers }: { numbers: Verification['draws']['numbers'] }) {
  const text = numbers.map(({ below, drawn }) => `${drawn}/${below}`).join('  ');
  return (
    <details className="mt-1 text-12 text-ink-soft">
      <summary className="py-1 underline underline-offset-4">
        {i18n._({ id: 'casino.verify.numbers', message: 'Show the numbers' })}
      </summary>
      <code className="figures block max-h-48 overflow-y-auto whitespace-pre-wrap">{text}</code>
    </details>
  );
}
