/** Verifications: counters that filter, search, one row each, and the open one in a drawer. The URL holds the filter and the open verification. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorDocument, OperatorVerification } from '@fairline/proto/kyc/desk';
import { verificationStatuses } from '@fairline/proto/kyc/verifications';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileText, IdCard, Landmark, ReceiptText } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { documentName, documentStatus, verificationStatus } from '../../domain/kyc/labels.ts';
import { kycStatsQuery } from '../../domain/kyc/stats.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { countText } from '../../figures.ts';
import { type ChangeAddress, useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Skeleton } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { filterOf, type QueueFilter, verificationsQuery } from './queries.ts';
import { ReviewSheet } from './review.tsx';

export function Verifications({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const filter = filterOf(search);
  const query = useInfiniteQuery(verificationsQuery(filter, hasPermission(operator, 'users.read')));
  const open = search.get('verification');
  const label = i18n._({ id: 'kycDesk.search', message: 'Name, email, player id or verification id' });
  const isNarrowed = filter.q !== '' || filter.status !== 'all';
  return (
    <div className="flex flex-col gap-4">
      <Counters status={filter.status} change={change} />
      <SearchBox
        className="md:max-w-96"
        q={filter.q}
        onSearch={(q) => change({ q: q.trim() || null })}
        label={label}
        placeholder={label}
      />
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'kycDesk.failed', message: 'Verifications could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'kycDesk.none', message: 'No verification requests found' })}>
            {isNarrowed && (
              <Button look="secondary" size="small" onClick={() => change({ q: null, status: null })}>
                {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
              </Button>
            )}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} operator={operator} onOpen={(verification) => change({ verification })} />}
      </Listed>
      {open && <ReviewSheet key={open} id={open} operator={operator} onClose={() => change({ verification: null })} />}
    </div>
  );
}

function Counters({ status, change }: { status: QueueFilter['status']; change: ChangeAddress }) {
  const { data, isError } = useQuery(kycStatsQuery);
  const total = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const all: [QueueFilter['status'], string, number | undefined][] = [
    ['all', i18n._({ id: 'history.all', message: 'All' }), total],
    ...verificationStatuses.map((one): [QueueFilter['status'], string, number | undefined] => [
      one,
      verificationStatus(one)[0],
      data?.counts[one],
    ]),
  ];
  if (data?.documentsWaiting || status === 'documents')
    all.push([
      'documents',
      i18n._({ id: 'kycDesk.documentsWaiting', message: 'New documents' }),
      data?.documentsWaiting,
    ]);
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {all.map(([one, name, count]) => (
        <li key={one}>
          <button
            type="button"
            aria-pressed={status === one}
            onClick={() => change({ status: one === 'all' || status === one ? null : one })}
            className={cx(
              'h-full w-full rounded-card border px-3 py-2 text-left transition-colors hover:bg-raised',
              status === one ? 'border-act bg-act-soft' : 'border-line bg-surface',
            )}
          >
            {data || isError ? (
              <span className="figures block text-20 font-strong">{data ? countText(count ?? 0) : '–'}</span>
            ) : (
              <Skeleton className="h-6 w-10" />
            )}
            <span className="block text-12 text-ink-soft">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RowsProps {
  items: readonly OperatorVerification[];
  operator: Operator;
  onOpen: (id: string) => void;
}

const wideOnly = 'hidden lg:table-cell';

function Rows({ items, operator, onOpen }: RowsProps) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  return (
    <Framed>
      <Table label={i18n._({ id: 'kycDesk.label', message: 'Verifications' })} pinned>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'kycDesk.player', message: 'Player' })}</Th>
            <Th>{i18n._({ id: 'kycDesk.documents', message: 'Documents' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'kycDesk.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'kycDesk.submitted', message: 'Submitted' })}</Th>
            <Th>
              <span className="sr-only">{i18n._({ id: 'kycDesk.actions', message: 'Actions' })}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, playerId, documents, status, submittedAt }) => {
            const player = players.of(playerId);
            const name = player ? `${player.firstName} ${player.lastName}` : playerId.slice(-8);
            const [label, tone] = verificationStatus(status);
            return (
              <tr key={id} className="hover:bg-raised">
                <Td className="w-full max-w-0 py-1 lg:w-1/3">
                  <span className="block truncate font-medium">{name}</span>
                  {player && <span className="block truncate text-12 text-ink-soft">{player.email}</span>}
                  <p className="mt-1 flex flex-wrap items-center gap-2 text-12 text-ink-soft lg:hidden">
                    <Badge tone={tone}>{label}</Badge>
                    <When at={submittedAt} className="max-sm:hidden" />
                  </p>
                </Td>
                <Td>
                  <DocumentIcons documents={documents} />
                </Td>
                <Td className={wideOnly}>
                  <Badge tone={tone}>{label}</Badge>
                </Td>
                <Td className={`${wideOnly} whitespace-nowrap`}>
                  <When at={submittedAt} />
                </Td>
                <Td className="py-1 text-right">
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={i18n._({ id: 'kycDesk.reviewOf', message: 'Review {name}', values: { name } })}
                    onClick={() => onOpen(id)}
                  >
                    {i18n._({ id: 'kycDesk.review', message: 'Review' })}
                  </Button>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Framed>
  );
}

const shownIcons = 3;
const icons = {
  passport: IdCard,
  id_card: IdCard,
  drivers_license: IdCard,
  utility_bill: ReceiptText,
  bank_statement: Landmark,
  proof_of_funds: FileText,
} as const;
const tints = {
  plain: 'text-ink-soft',
  act: 'text-up',
  live: 'text-live',
  info: 'text-info',
  down: 'text-down',
} as const;

function DocumentIcons({ documents }: { documents: readonly OperatorDocument[] }) {
  const rest = documents.length - shownIcons;
  return (
    <span className="flex items-center gap-2">
      {documents.slice(0, shownIcons).map(({ id, type, status }) => {
        const [state, tone] = documentStatus(status);
        const label = `${documentName(type)}: ${state}`;
        return (
          <span key={id} title={label} className={tints[tone]}>
            <Icon of={icons[type]} size={20} />
            <span className="sr-only">{label}</span>
          </span>
        );
      })}
      {rest > 0 && <span className="figures text-12 text-ink-soft">+{rest}</span>}
    </span>
  );
}
