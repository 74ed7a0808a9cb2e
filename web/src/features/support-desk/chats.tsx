/** The chat console: presence, the agent's own chats beside the waiting ones, and the open chat with the player beside it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { chatDeskRoutes, chatRules, type OperatorChat } from '@fairline/proto/support/chats';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { tierName } from '../../domain/promotions/promotion-labels.ts';
import { presenceStore } from '../../domain/support/presence.tsx';
import { useStore } from '../../store.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Failure } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { ChatPane } from './chat-pane.tsx';
import { operatorChatsQuery } from './queries.ts';

const views = ['mine', 'waiting', 'all', 'ended'] as const;
type View = (typeof views)[number];

export function Chats({ operator }: { operator: Operator }) {
  const [search, , change] = useAddress();
  const view = views.find((one) => one === search.get('of')) ?? 'mine';
  const open = search.get('chat');
  const query = useQuery(operatorChatsQuery(view));
  const mine = useQuery(operatorChatsQuery('mine')).data?.items.length ?? 0;
  const waiting = useQuery(operatorChatsQuery('waiting')).data?.items.length ?? 0;
  const names: Record<View, string> = {
    mine: `${i18n._({ id: 'chatDesk.mine', message: 'Mine' })} (${mine}/${chatRules.maxActiveChats})`,
    waiting: `${i18n._({ id: 'chatDesk.waiting', message: 'Waiting' })} (${waiting})`,
    all: i18n._({ id: 'chatDesk.all', message: 'All active' }),
    ended: i18n._({ id: 'chatDesk.ended', message: 'Ended' }),
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          bare
          label={i18n._({ id: 'chatDesk.show', message: 'Show' })}
          value={view}
          options={views.map((id) => ({ id, label: names[id] }))}
          onChange={(of) => change({ of: of === 'mine' ? null : of })}
        />
        <Presence operator={operator} />
      </div>
      <div className={cx('grid items-start gap-4', open && 'lg:grid-cols-[minmax(18rem,1fr)_3fr]')}>
        <div className={cx('min-w-0', open && 'max-lg:hidden')}>
          <Listed
            query={query}
            items={query.data?.items}
            failed={i18n._({ id: 'chatDesk.failed', message: 'Chats could not be loaded' })}
            error={query.error && errorText(query.error)}
            empty={<EmptyState title={emptyText(view)} />}
          >
            {(items) => <Rows items={items} operator={operator} open={open} onOpen={(chat) => change({ chat })} />}
          </Listed>
        </div>
        {open && <ChatPane key={open} id={open} operator={operator} onClose={() => change({ chat: null })} />}
      </div>
    </div>
  );
}

function emptyText(view: View): string {
  if (view === 'mine')
    return i18n._({
      id: 'chatDesk.noneMine',
      message: 'You have no chats. New ones come to you while you are online.',
    });
  if (view === 'waiting') return i18n._({ id: 'chatDesk.noneWaiting', message: 'Nobody is waiting' });
  return i18n._({ id: 'chatDesk.none', message: 'No chats' });
}

/** Whether this operator takes chats. Going online is sent at once; the heartbeat of every operator page keeps it. */
function Presence({ operator }: { operator: Operator }) {
  const isOnline = useStore(presenceStore) === operator.id;
  const away = useAction<void, unknown>({
    run: () => call(chatDeskRoutes.presence, { body: { status: 'away' } }),
    touches: [['admin', 'support']],
    onDone: () => presenceStore.set(null),
  });
  if (!hasPermission(operator, 'chat')) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {away.failure && (
        <Failure title={i18n._({ id: 'chatDesk.presenceFailed', message: 'Your status was not changed' })}>
          {errorText(away.failure)}
        </Failure>
      )}
      <Badge tone={isOnline ? 'act' : 'plain'}>
        {isOnline
          ? i18n._({ id: 'chatDesk.online', message: 'You are online' })
          : i18n._({ id: 'chatDesk.away', message: 'You are away' })}
      </Badge>
      {isOnline ? (
        <Button look="secondary" size="small" busy={away.isPending} onClick={() => away.mutate()}>
          {i18n._({ id: 'chatDesk.goAway', message: 'Go away' })}
        </Button>
      ) : (
        <Button size="small" onClick={() => presenceStore.set(operator.id)}>
          {i18n._({ id: 'chatDesk.goOnline', message: 'Go online' })}
        </Button>
      )}
    </div>
  );
}

interface RowsProps {
  items: readonly OperatorChat[];
  operator: Operator;
  open: string | null;
  onOpen: (id: string) => void;
}

function Rows({ items, operator, open, onOpen }: RowsProps) {
  const players = usePlayers(
    items.map(({ playerId }) => playerId),
    hasPermission(operator, 'users.read'),
  );
  const first = items[0]?.id;
  // If the agent has only one chat, it opens by itself.
  useEffect(() => {
    if (items.length === 1 && first && open === null) onOpen(first);
  }, [items.length, first, open, onOpen]);
  return (
    <Framed>
      <ul aria-label={i18n._({ id: 'chatDesk.label', message: 'Chats' })}>
        {items.map((chat) => {
          const player = players.of(chat.playerId);
          return (
            <li
              key={chat.id}
              className={cx(
                'border-line transition-colors not-last:border-b hover:bg-raised',
                chat.id === open && 'bg-act-soft',
              )}
            >
              <button
                type="button"
                aria-current={chat.id === open || undefined}
                onClick={() => onOpen(chat.id)}
                className="flex w-full flex-col gap-1 px-3 py-2 text-left text-13 focus-visible:-outline-offset-2"
              >
                <span className="flex w-full items-baseline justify-between gap-2">
                  <span className="truncate font-medium">
                    {player ? `${player.firstName} ${player.lastName}` : chat.playerId.slice(-8)}
                  </span>
                  <When
                    at={chat.status === 'waiting' ? chat.waitingSince : chat.startedAt}
                    className="text-12 text-ink-soft"
                  />
                </span>
                <span className="flex flex-wrap items-center gap-2 text-12 text-ink-soft">
                  <ChatState chat={chat} />
                  {chat.tier !== 'bronze' && <Badge tone="info">{tierName(chat.tier)}</Badge>}
                  {chat.agent && <span>{chat.agent.name}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Framed>
  );
}

export function ChatState({ chat: { status, position } }: { chat: OperatorChat }) {
  if (status === 'active') return <Badge tone="act">{i18n._({ id: 'chatDesk.active', message: 'Active' })}</Badge>;
  if (status === 'ended') return <Badge>{i18n._({ id: 'chatDesk.isEnded', message: 'Ended' })}</Badge>;
  return (
    <Badge tone="live">
      {position === undefined
        ? i18n._({ id: 'chatDesk.isWaiting', message: 'Waiting' })
        : i18n._({ id: 'chatDesk.inLine', message: 'Number {position} in line', values: { position } })}
    </Badge>
  );
}
