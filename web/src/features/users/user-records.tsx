/** The records of a player: transactions, payments, sessions, notes and the timeline of the account. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { staffRoutes, type UserNote } from '@fairline/proto/auth/staff';
import { periods } from '@fairline/proto/wallet/history';
import { paymentMethods } from '@fairline/proto/wallet/methods';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { Money } from '../../domain/money/money.tsx';
import { movementText } from '../../domain/money/movement-text.ts';
import {
  historyTypeName,
  historyTypes,
  methodName,
  movementName,
  stateName,
  typeName,
} from '../../domain/money/payment-labels.ts';
import { OpenSessions } from '../../domain/people/open-sessions.tsx';
import { hasPermission } from '../../domain/people/operators.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PickOne, TextArea } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { timelineDetail, timelineText } from './labels.ts';
import {
  notesQuery,
  timelineQuery,
  transactionFilterOf,
  userPaymentsQuery,
  userSessionsQuery,
  userTransactionsQuery,
} from './queries.ts';

const failed = () => i18n._({ id: 'records.failed', message: 'This could not be loaded' });

export function UserTransactions({ id }: { id: string }) {
  const [search, change] = useAddress();
  const filter = transactionFilterOf(search);
  const query = useInfiniteQuery(userTransactionsQuery(id, filter));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <PickOne
          label={i18n._({ id: 'history.type', message: 'Type' })}
          value={filter.type}
          onChange={({ target }) => change('type', target.value === 'all' ? null : target.value)}
        >
          <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
          {historyTypes.map((type) => (
            <option key={type} value={type}>
              {historyTypeName(type)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'history.period', message: 'Period' })}
          value={filter.period}
          onChange={({ target }) => change('period', target.value === 'all' ? null : target.value)}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {periodText(period)}
            </option>
          ))}
        </PickOne>
      </div>
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={failed()}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'records.noTransactions', message: 'No transactions' })}
      >
        {(items) => (
          <Framed>
            <Table label={i18n._({ id: 'records.transactions', message: 'Transactions' })}>
              <thead>
                <tr>
                  <Th>{i18n._({ id: 'records.at', message: 'Date' })}</Th>
                  <Th>{i18n._({ id: 'history.type', message: 'Type' })}</Th>
                  <Th>{i18n._({ id: 'records.description', message: 'Description' })}</Th>
                  <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                  <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
                  <Th figures>{i18n._({ id: 'records.after', message: 'Balance after' })}</Th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.id} className="last:[&>td]:border-b-0">
                    <Td>
                      <When at={item.createdAt} />
                    </Td>
                    <Td>{movementName(item)}</Td>
                    <Td className="min-w-40">{movementText(item)}</Td>
                    <Td>
                      <Badge tone={stateName(item)[1]}>{stateName(item)[0]}</Badge>
                    </Td>
                    <Td figures>
                      <Money minor={item.amountMinor} currency={item.currency} signed />
                    </Td>
                    <Td figures>
                      {item.balanceAfterMinor === null ? (
                        '–'
                      ) : (
                        <Money minor={item.balanceAfterMinor} currency={item.currency} />
                      )}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Framed>
        )}
      </Listed>
    </div>
  );
}

function periodText(period: (typeof periods)[number]): string {
  switch (period) {
    case 'all':
      return i18n._({ id: 'history.all', message: 'All' });
    case 'today':
      return i18n._({ id: 'records.today', message: 'Today' });
    case 'week':
      return i18n._({ id: 'records.week', message: 'Last 7 days' });
    case 'month':
      return i18n._({ id: 'records.month', message: 'This month' });
    case 'quarter':
      return i18n._({ id: 'records.quarter', message: 'This quarter' });
  }
}

export function UserPayments({ id }: { id: string }) {
  const query = useInfiniteQuery(userPaymentsQuery(id));
  return (
    <Listed
      query={query}
      items={query.data?.pages.flatMap((page) => page.items)}
      failed={failed()}
      error={query.error && errorText(query.error)}
      empty={i18n._({ id: 'records.noPayments', message: 'No payments' })}
    >
      {(items) => (
        <Framed>
          <Table label={i18n._({ id: 'approvals.label', message: 'Payments' })}>
            <thead>
              <tr>
                <Th>{i18n._({ id: 'approvals.submitted', message: 'Submitted' })}</Th>
                <Th>{i18n._({ id: 'history.type', message: 'Type' })}</Th>
                <Th>{i18n._({ id: 'approvals.method', message: 'Method' })}</Th>
                <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                <Th figures>{i18n._({ id: 'field.amount', message: 'Amount' })}</Th>
              </tr>
            </thead>
            <tbody>
              {items.map((payment) => (
                <tr key={payment.id} className="hover:bg-raised last:[&>td]:border-b-0">
                  <Td>
                    <When at={payment.submittedAt} />
                  </Td>
                  <Td>
                    <Link
                      to={`/admin/financial?status=all&payment=${payment.id}`}
                      className="font-medium hover:underline"
                    >
                      {typeName(payment.type)}
                    </Link>
                  </Td>
                  <Td>{methodName(payment.method, paymentMethods)}</Td>
                  <Td>
                    <Badge tone={stateName(payment)[1]}>{stateName(payment)[0]}</Badge>
                  </Td>
                  <Td figures>
                    <Money minor={payment.amountMinor} currency={payment.currency} />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Framed>
      )}
    </Listed>
  );
}

export function UserSessions({ id, operator }: { id: string; operator: Operator }) {
  const query = useQuery(userSessionsQuery(id));
  const [asking, setAsking] = useState(false);
  const ending = useAction<string, void>({
    run: (reason) => call(staffRoutes.endUserSessions, { params: { id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'records.signedOut', message: 'Signed out everywhere. The action is recorded.' }));
      setAsking(false);
    },
  });
  const label = i18n._({ id: 'records.signOut', message: 'Sign out everywhere' });
  return (
    <div className="flex flex-col gap-4">
      {hasPermission(operator, 'users.status') && (
        <Button className="self-start" size="small" look="danger" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <Listed
        query={query}
        items={query.data?.items}
        failed={failed()}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'records.noSessions', message: 'The player is not signed in' })}
      >
        {(items) => <OpenSessions items={items} />}
      </Listed>
      {asking && (
        <ReasonDialog
          title={label}
          action={label}
          danger
          busy={ending.isPending}
          failure={
            ending.failure && {
              title: i18n._({ id: 'records.signOutFailed', message: 'The player was not signed out' }),
              text: errorText(ending.failure),
            }
          }
          onReason={(reason) => ending.mutate(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

export function UserNotes({ id, operator }: { id: string; operator: Operator }) {
  const query = useInfiniteQuery(notesQuery(id));
  const [text, setText] = useState('');
  const adding = useAction<string, UserNote>({
    run: (note) => call(staffRoutes.addNote, { params: { id }, body: { text: note } }),
    onDone: () => setText(''),
  });
  const typed = text.trim();
  return (
    <div className="flex max-w-content flex-col gap-4">
      {hasPermission(operator, 'users.notes') && (
        <form
          className="flex flex-col gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed) adding.mutate(typed);
          }}
        >
          <TextArea
            label={i18n._({
              id: 'notes.label',
              message: 'New note. Never shown to the player; it cannot be edited or deleted.',
            })}
            value={text}
            rows={3}
            maxLength={2_000}
            error={adding.failure ? errorText(adding.failure) : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="flex">
            <Button
              type="submit"
              size="small"
              busy={adding.isPending}
              why={typed === '' && i18n._({ id: 'notes.empty', message: 'Please write a note' })}
            >
              {i18n._({ id: 'notes.add', message: 'Add note' })}
            </Button>
          </div>
        </form>
      )}
      <Listed
        query={query}
        items={query.data?.pages.flatMap((page) => page.items)}
        failed={failed()}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'notes.none', message: 'No notes' })}
      >
        {(items) => (
          <ul className="flex flex-col gap-2">
            {items.map((note) => (
              <li key={note.id} className="rounded-card border border-line bg-surface px-4 py-3 text-13">
                <p className="whitespace-pre-wrap">{note.text}</p>
                <p className="mt-1 text-12 text-ink-soft">
                  {note.operatorName} · <When at={note.createdAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </div>
  );
}

export function UserTimeline({ id }: { id: string }) {
  const query = useInfiniteQuery(timelineQuery(id));
  return (
    <Listed
      query={query}
      items={query.data?.pages.flatMap((page) => page.items)}
      failed={failed()}
      error={query.error && errorText(query.error)}
      empty={i18n._({ id: 'timeline.none', message: 'No events yet' })}
    >
      {(items) => (
        <ol className="flex max-w-content flex-col border-l border-line pl-4">
          {items.map((entry) => (
            <li key={entry.id} className="border-b border-line py-2 text-13 last:border-b-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{timelineText(entry.kind)}</span>
                <When at={entry.at} className="text-12 text-ink-soft" />
              </p>
              <p className="text-12 text-ink-soft">
                {[
                  entry.operatorName ??
                    (entry.operatorId ? '' : i18n._({ id: 'timeline.player', message: 'the player' })),
                  ...timelineDetail(entry.params),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Listed>
  );
}
