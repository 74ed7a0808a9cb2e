/** The seeds of the next round: their client seed is chosen before the first round, later with a rotation. And the revealed seeds. */
import {
  ClientSeed,
  fairnessRefusals,
  fairnessRoutes,
  type NextSeed,
  type PastSeed,
} from '@fairline/proto/casino/fairness';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { errorText, fieldErrorsOf } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { casinoKeys, fairnessQuery, pastSeedsQuery } from '../../../domain/casino/queries.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { countText } from '../../../figures.ts';
import { Listed, Loaded } from '../../../ui/content/listed.tsx';
import { Failure, Notice, Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';

type Past = z.infer<typeof PastSeed>;

/** What each of the three seeds is for, in one sentence. */
function HowItWorks() {
  return (
    <p className="text-13 text-ink-soft">
      {i18n._({
        id: 'casino.seeds.how',
        message:
          'We fix a server seed and show you its hash before you play. Every draw follows from that seed, your client seed and the number of the round. Rotating reveals the seed, so you can check every round played with it.',
      })}
    </p>
  );
}

export function Seeds() {
  const query = useQuery(fairnessQuery);
  return (
    <div className="flex flex-col gap-4">
      <HowItWorks />
      <Loaded
        query={query}
        failed={i18n._({ id: 'casino.seeds.failed', message: 'Your seeds could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        waiting={<Skeleton className="h-64 rounded-card" />}
      >
        {(current) => (
          <section
            aria-labelledby="seeds-now"
            className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
          >
            <h3 id="seeds-now" className="text-14 font-strong">
              {i18n._({ id: 'casino.seeds.next', message: 'Seeds of your next round' })}
            </h3>
            <Value
              name={i18n._({ id: 'casino.seeds.hash', message: 'Hash of the server seed' })}
              text={current.serverSeedHash}
            />
            <Value name={i18n._({ id: 'casino.seeds.client', message: 'Client seed' })} text={current.clientSeed} />
            <Row name={i18n._({ id: 'casino.seeds.nonce', message: 'Number of your next round (nonce)' })}>
              {countText(current.nonce)}
            </Row>
            {current.nextServerSeedHash && (
              <Value
                name={i18n._({ id: 'casino.seeds.after', message: 'Hash of the server seed after the next rotation' })}
                text={current.nextServerSeedHash}
              />
            )}
            <SeedForm isUnused={current.nonce === 1} />
          </section>
        )}
      </Loaded>
      <PastSeeds />
    </div>
  );
}

/** Before the first round of a seed the player may choose its client seed; from then on a rotation begins with the next one. */
function SeedForm({ isUnused }: { isUnused: boolean }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const show = (current: z.infer<typeof NextSeed>) => {
    setTyped('');
    client.setQueryData(fairnessQuery.queryKey, current);
    void client.invalidateQueries({ queryKey: casinoKeys.fairness });
  };
  const choice = useMutation({
    mutationFn: (clientSeed: string) => call(fairnessRoutes.chooseClientSeed, { body: { clientSeed } }),
    onSuccess: show,
    onError: () => client.invalidateQueries({ queryKey: casinoKeys.fairness }),
  });
  const rotation = useMutation({
    mutationFn: (clientSeed: string) => call(fairnessRoutes.rotate, { body: clientSeed ? { clientSeed } : {} }),
    onSuccess: ({ current }) => {
      show(current);
      void client.invalidateQueries({ queryKey: ['casino', 'round'] });
      void client.invalidateQueries({ queryKey: casinoKeys.rounds });
    },
  });
  const change = isUnused ? choice : rotation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const clientSeed = typed.trim();
    const read = ClientSeed.safeParse(clientSeed);
    const issue = (clientSeed || isUnused) && !read.success ? read.error.issues[0]?.message : undefined;
    setWrong(issue);
    if (!issue && !change.isPending) change.mutate(clientSeed);
  };
  const texts = isUnused ? choiceTexts() : rotationTexts();
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-3">
      <TextField
        label={texts.label}
        help={texts.help}
        error={wrong ?? fieldErrorsOf(change.error).clientSeed}
        value={typed}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="secondary" className="self-start" busy={change.isPending}>
        {texts.button}
      </Button>
      {choice.isError && (
        <Failure title={i18n._({ id: 'casino.seeds.notChosen', message: 'The client seed was not changed' })}>
          {errorText(choice.error)}
        </Failure>
      )}
      {rotation.isError && <RotationRefused error={rotation.error} />}
      {rotation.isSuccess && <Revealed seed={rotation.data.previous} />}
    </form>
  );
}

const choiceTexts = () => ({
  label: i18n._({ id: 'casino.seeds.choose', message: 'Your own client seed' }),
  help: i18n._({
    id: 'casino.seeds.chooseHelp',
    message: 'You can change it until your first round with these seeds. 1 to 64 letters, digits, - and _',
  }),
  button: i18n._({ id: 'casino.seeds.use', message: 'Use this seed' }),
});

const rotationTexts = () => ({
  label: i18n._({ id: 'casino.seeds.new', message: 'New client seed (optional)' }),
  help: i18n._({
    id: 'casino.seeds.newHelp',
    message: 'Leave it empty to keep yours. 1 to 64 letters, digits, - and _',
  }),
  button: i18n._({ id: 'casino.seeds.rotate', message: 'Rotate and reveal' }),
});

function RotationRefused({ error }: { error: Error }) {
  const isOpen = error instanceof Refusal && error.is(fairnessRefusals.roundOpen);
  const roundId = isOpen ? error.params?.roundId : undefined;
  return (
    <Failure title={i18n._({ id: 'casino.seeds.notRotated', message: 'The seed was not rotated' })}>
      {isOpen
        ? i18n._({ id: 'casino.seeds.open', message: 'You have an open round. Finish it first.' })
        : errorText(error)}{' '}
      {typeof roundId === 'string' && (
        <Link to={`/casino/rounds/${roundId}`} className="underline underline-offset-4">
          {i18n._({ id: 'casino.seeds.openRound', message: 'Go to the round' })}
        </Link>
      )}
    </Failure>
  );
}

function Revealed({ seed }: { seed: Past }) {
  return (
    <Notice tone="act">
      <p className="font-strong">
        {i18n._({
          id: 'casino.seeds.revealed',
          message: 'Revealed. Every round played with this seed can be verified now.',
        })}
      </p>
      <code className="text-12 break-all">{seed.serverSeed}</code>
    </Notice>
  );
}

function PastSeeds() {
  const query = useInfiniteQuery(pastSeedsQuery);
  return (
    <section aria-labelledby="seeds-past" className="flex flex-col gap-2">
      <h3 id="seeds-past" className="text-14 font-strong">
        {i18n._({ id: 'casino.seeds.past', message: 'Past seeds' })}
      </h3>
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={i18n._({ id: 'casino.seeds.failed', message: 'Your seeds could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        empty={
          <p className="text-13 text-ink-soft">
            {i18n._({ id: 'casino.seeds.none', message: 'None yet. Rotate to reveal your first seed.' })}
          </p>
        }
      >
        {(seeds) => (
          <ul className="flex flex-col gap-2">
            {seeds.map((seed) => (
              <li key={seed.id} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
                <p className="flex flex-wrap justify-between gap-x-4 text-12 text-ink-soft">
                  <span>{whenText(seed.revealedAt)}</span>
                  <span>
                    {i18n._({
                      id: 'casino.seeds.rounds',
                      message: '{count, plural, =0 {No rounds} one {# round} other {# rounds}}',
                      values: { count: seed.lastNonce },
                    })}
                  </span>
                </p>
                <Value name={i18n._({ id: 'casino.seeds.server', message: 'Server seed' })} text={seed.serverSeed} />
                <Value
                  name={i18n._({ id: 'casino.seeds.hash', message: 'Hash of the server seed' })}
                  text={seed.serverSeedHash}
                />
                <Value name={i18n._({ id: 'casino.seeds.client', message: 'Client seed' })} text={seed.clientSeed} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  );
}

export function Value({ name, text }: { name: string; text: string }) {
  return (
    <Row name={name}>
      <span className="flex items-center gap-1">
        <code className="min-w-0 text-12 break-all">{text}</code>
        <CopyButton text={text} what={name} />
      </span>
    </Row>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="text-13">
      <p className="text-12 text-ink-soft">{name}</p>
      <div className="figures">{children}</div>
    </div>
  );
}
