/** One chat for its agent: the conversation, writing, handing over, ending, and the player beside it. Other agents can read it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { chatDeskRoutes, type OperatorChat } from '@fairline/proto/support/chats';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft, X } from 'lucide-react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { operatorLive } from '../../domain/live/cache.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import { Composer } from '../../domain/support/composer.tsx';
import { Conversation, type Line } from '../../domain/support/conversation.tsx';
import { systemMessageText } from '../../domain/support/labels.ts';
import { pendingLines, useOutbox } from '../../domain/support/use-outbox.tsx';
import { useIsTyping, useTypingHint } from '../../domain/support/use-typing.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { Failure, SkeletonRows } from '../../ui/content/states.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { CannedPicker } from './canned-picker.tsx';
import { PlayerSide } from './player-side.tsx';
import { agentsQuery, operatorChatQuery } from './queries.ts';

export function ChatPane({ id, operator, onClose }: { id: string; operator: Operator; onClose: () => void }) {
  const query = useQuery(operatorChatQuery(id));
  return (
    <section
      aria-label={i18n._({ id: 'chatDesk.chat', message: 'Chat' })}
      className="min-w-0 rounded-card border border-line bg-surface"
    >
      <Loaded
        query={query}
        failed={i18n._({ id: 'chatDesk.oneFailed', message: 'The chat could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={6} className="h-12" />}
      >
        {(chat) => (
          <div className="grid lg:grid-cols-[2fr_minmax(16rem,1fr)]">
            <OpenChat chat={chat} operator={operator} onClose={onClose} />
            <PlayerSide playerId={chat.playerId} tier={chat.tier} operator={operator} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function OpenChat({ chat, operator, onClose }: { chat: OperatorChat; operator: Operator; onClose: () => void }) {
  const { id, status, agent, messages } = chat;
  const key = operatorChatQuery(id).queryKey;
  const isOwn = agent?.id === operator.id && status === 'active';
  const outbox = useOutbox(key, (message, sendKey) =>
    call(chatDeskRoutes.answerChat, { params: { id }, body: { message }, key: sendKey }),
  );
  const sendHint = useTypingHint(() => call(chatDeskRoutes.agentTyping, { params: { id } }));
  const isTyping = useIsTyping(operatorLive, id, messages.filter(({ senderType }) => senderType === 'user').length);
  const you = i18n._({ id: 'support.you', message: 'You' });
  return (
    <div className="flex h-[calc(100dvh-14rem)] min-h-[28rem] min-w-0 flex-col">
      <Actions chat={chat} operator={operator} onClose={onClose} />
      <Conversation
        label={i18n._({ id: 'support.conversation', message: 'Conversation' })}
        lines={[...linesOf(chat, operator), ...pendingLines(outbox, you)]}
        typing={isTyping && status === 'active' ? i18n._({ id: 'adjustments.player', message: 'Player' }) : null}
        live
        className="grow"
      />
      {isOwn && (
        <Composer
          label={i18n._({ id: 'supportDesk.reply', message: 'Answer the player' })}
          text={outbox.text}
          onText={(text) => {
            outbox.setText(text);
            if (text.trim()) sendHint();
          }}
          onSend={outbox.send}
          tools={
            <CannedPicker onPick={(answer) => outbox.setText(outbox.text ? `${outbox.text}\n${answer}` : answer)} />
          }
        />
      )}
    </div>
  );
}

function linesOf({ messages, agent }: OperatorChat, operator: Operator): Line[] {
  const agentName =
    agent?.id === operator.id
      ? i18n._({ id: 'support.you', message: 'You' })
      : (agent?.name ?? i18n._({ id: 'chat.agent', message: 'Agent' }));
  return messages.map((message) => ({
    id: message.id,
    side: message.senderType === 'user' ? 'other' : message.senderType === 'agent' ? 'own' : 'system',
    name: message.senderType === 'user' ? i18n._({ id: 'adjustments.player', message: 'Player' }) : agentName,
    text: systemMessageText(message),
    at: message.sentAt,
  }));
}

function Actions({ chat, operator, onClose }: { chat: OperatorChat; operator: Operator; onClose: () => void }) {
  const { id, playerId, status, agent, ticketId } = chat;
  const player = usePlayers([playerId], hasPermission(operator, 'users.read')).of(playerId);
  const client = useQueryClient();
  const settle = (next: OperatorChat) => {
    client.setQueryData<OperatorChat>(
      operatorChatQuery(id).queryKey,
      (before) => before && { ...before, status: next.status, agent: next.agent },
    );
  };
  const touches = [['admin', 'support', 'chats']];
  const take = useAction<void, OperatorChat>({
    run: () => call(chatDeskRoutes.takeChat, { params: { id } }),
    touches,
    onDone: settle,
  });
  const end = useAction<void, OperatorChat>({
    run: () => call(chatDeskRoutes.agentEndChat, { params: { id } }),
    touches,
    onDone: settle,
  });
  const hand = useAction<string | null, OperatorChat>({
    run: (agentId) => call(chatDeskRoutes.handOver, { params: { id }, body: { agentId } }),
    touches,
    onDone: settle,
  });
  const failure = take.failure ?? end.failure ?? hand.failure;
  const isOwn = agent?.id === operator.id && status === 'active';
  return (
    <header className="flex flex-col gap-2 border-b border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0">
          <h2 className="text-14 font-strong wrap-anywhere">
            {player ? `${player.firstName} ${player.lastName}` : playerId.slice(-8)}
          </h2>
          <p className="text-12 text-ink-soft">
            {agent ? agent.name : i18n._({ id: 'chatDesk.isWaiting', message: 'Waiting' })}
          </p>
        </div>
        {status === 'ended' && <Badge>{i18n._({ id: 'chatDesk.isEnded', message: 'Ended' })}</Badge>}
        {ticketId && (
          <Link to={`/admin/support?ticket=${ticketId}`} className="text-13 underline underline-offset-4">
            {i18n._({ id: 'chatDesk.ticket', message: 'Ticket' })} #{ticketId.slice(-8)}
          </Link>
        )}
        <span className="ml-auto flex items-center gap-2">
          {status === 'waiting' && (
            <Button size="small" busy={take.isPending} onClick={() => take.mutate()}>
              {i18n._({ id: 'chatDesk.take', message: 'Take chat' })}
            </Button>
          )}
          {isOwn && (
            <>
              <HandOver operator={operator} busy={hand.isPending} onPick={(agentId) => hand.mutate(agentId)} />
              <Button look="danger" size="small" busy={end.isPending} onClick={() => end.mutate()}>
                {i18n._({ id: 'chat.end', message: 'End chat' })}
              </Button>
            </>
          )}
          <IconButton label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose}>
            <Icon of={X} size={20} />
          </IconButton>
        </span>
      </div>
      {failure && (
        <Failure title={i18n._({ id: 'chatDesk.actFailed', message: 'The chat was not changed' })}>
          {errorText(failure)}
        </Failure>
      )}
    </header>
  );
}

function HandOver({
  operator,
  busy,
  onPick,
}: {
  operator: Operator;
  busy: boolean;
  onPick: (agentId: string | null) => void;
}) {
  const { data } = useQuery(agentsQuery);
  const others = (data?.items ?? []).filter(({ id, status }) => id !== operator.id && status === 'online');
  const row = 'flex min-h-9 w-full items-center justify-between gap-2 rounded-control px-2 text-13 hover:bg-surface';
  return (
    <Menu
      beside
      className="flex h-9 items-center gap-1 rounded-control border border-control px-3 text-13 font-medium hover:bg-raised"
      panelClass="w-64"
      button={
        <>
          <Icon of={ArrowRightLeft} />
          {busy
            ? i18n._({ id: 'chatDesk.handing', message: 'Handing over…' })
            : i18n._({ id: 'chatDesk.handOver', message: 'Hand over' })}
        </>
      }
    >
      {(close) => {
        const pick = (agentId: string | null) => {
          onPick(agentId);
          close();
        };
        return (
          <div className="flex flex-col p-2">
            {others.map(({ id, name, activeChats }) => (
              <button key={id} type="button" className={row} onClick={() => pick(id)}>
                {name}
                <span className="figures text-12 text-ink-soft">
                  {i18n._({
                    id: 'chatDesk.load',
                    message: '{count, plural, one {# chat} other {# chats}}',
                    values: { count: activeChats },
                  })}
                </span>
              </button>
            ))}
            {others.length === 0 && (
              <p className="px-2 py-1 text-12 text-ink-soft">
                {i18n._({ id: 'chatDesk.noOthers', message: 'No other agent is online' })}
              </p>
            )}
            <button type="button" className={row} onClick={() => pick(null)}>
              {i18n._({ id: 'chatDesk.toQueue', message: 'Back to the queue' })}
            </button>
          </div>
        );
      }}
    </Menu>
  );
}
