/** Live chat for the player: start, wait in line, chat with an agent, end it, or turn it into a ticket if no agent is online. */
import { type Chat, chatRoutes } from '@fairline/proto/support/chats';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { playerLive } from '../../domain/live/cache.ts';
import { Composer } from '../../domain/support/composer.tsx';
import { Conversation, type Line } from '../../domain/support/conversation.tsx';
import { systemMessageText } from '../../domain/support/labels.ts';
import { pendingLines, useOutbox } from '../../domain/support/use-outbox.tsx';
import { useIsTyping, useTypingHint } from '../../domain/support/use-typing.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Loaded } from '../../ui/content/listed.tsx';
import { EmptyState, Failure, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { contactQuery } from './contact-query.ts';
import { chatQuery, chatsQuery } from './queries.ts';

export function LiveChat() {
  const query = useQuery(chatsQuery);
  const [search, change] = useAddress();
  const past = search.get('chat');
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'chat.failed', message: 'Live chat could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={5} className="h-12" />}
    >
      {({ items }) => {
        const open = items.find(({ status }) => status !== 'ended');
        const shown = open ?? items.find(({ id }) => id === past);
        return (
          <div className="mx-auto flex w-full max-w-168 flex-col gap-4">
            {shown ? (
              <ChatPanel key={shown.id} id={shown.id} onClose={() => change('chat', null)} />
            ) : (
              <Start onStarted={(id) => change('chat', id)} />
            )}
            {!shown && <PastChats chats={items} onOpen={(id) => change('chat', id)} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function Start({ onStarted }: { onStarted: (id: string) => void }) {
  const client = useQueryClient();
  const { data: contact } = useQuery(contactQuery);
  const start = useAction<void, Chat>({
    run: (_, key) => call(chatRoutes.startChat, { key }),
    touches: [['support', 'chats']],
    onDone: (chat) => {
      client.setQueryData(chatQuery(chat.id).queryKey, chat);
      notify.success(i18n._({ id: 'chat.started', message: 'Live chat started' }));
      onStarted(chat.id);
    },
  });
  const isAway = contact?.agentsOnline === 0;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      {start.failure && (
        <Failure title={i18n._({ id: 'chat.startFailed', message: 'Failed to start chat' })}>
          {errorText(start.failure)}
        </Failure>
      )}
      <EmptyState
        title={i18n._({ id: 'chat.title', message: 'Chat with our support team' })}
        art={<Icon of={MessageCircle} size={20} />}
      >
        <p>
          {isAway
            ? i18n._({
                id: 'chat.nobody',
                message:
                  'No agent is online right now. You can start a chat and turn it into a ticket. We email you when we answer.',
              })
            : i18n._({ id: 'chat.lead', message: 'An agent joins you as soon as one is free.' })}
        </p>
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {i18n._({ id: 'chat.start', message: 'Start Live Chat' })}
        </Button>
      </EmptyState>
    </div>
  );
}

function PastChats({ chats, onOpen }: { chats: readonly Chat[]; onOpen: (id: string) => void }) {
  if (chats.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-14 font-strong">{i18n._({ id: 'chat.past', message: 'Earlier chats' })}</h2>
      <ul className="overflow-clip rounded-card border border-line bg-surface">
        {chats.map(({ id, startedAt, agent }) => (
          <li key={id} className="border-line not-last:border-b">
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="flex h-11 w-full items-center justify-between gap-4 px-4 text-13 hover:bg-raised focus-visible:-outline-offset-2"
            >
              <span className="truncate">{agent?.name ?? i18n._({ id: 'chat.noAgent', message: 'No agent' })}</span>
              <When at={startedAt} className="text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChatPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(chatQuery(id));
  return (
    <section
      aria-label={i18n._({ id: 'support.chat', message: 'Live Chat' })}
      className="flex h-[calc(100dvh-15rem)] min-h-96 max-md:h-[calc(100dvh-21.5rem)] flex-col rounded-card border border-line bg-surface"
    >
      <Loaded
        query={query}
        failed={i18n._({ id: 'chat.failed', message: 'Live chat could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={5} className="h-12" />}
      >
        {(chat) => <OpenChat chat={chat} onClose={onClose} />}
      </Loaded>
    </section>
  );
}

function OpenChat({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const client = useQueryClient();
  const key = chatQuery(chat.id).queryKey;
  const outbox = useOutbox(key, (message, sendKey) =>
    call(chatRoutes.sendMessage, { params: { id: chat.id }, body: { message }, key: sendKey }),
  );
  const sendHint = useTypingHint(() => call(chatRoutes.typing, { params: { id: chat.id } }));
  const isTyping = useIsTyping(
    playerLive,
    chat.id,
    chat.messages.filter(({ senderType }) => senderType === 'agent').length,
  );
  const end = useAction<void, Chat>({
    run: () => call(chatRoutes.endChat, { params: { id: chat.id } }),
    touches: [['support', 'chats']],
    onDone: () => client.invalidateQueries({ queryKey: key }),
  });
  const isEnded = chat.status === 'ended';
  return (
    <>
      <header className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-4 py-2">
        <div>
          <h2 className="text-14 font-strong">
            {chat.agent?.name ?? i18n._({ id: 'support.chat', message: 'Live Chat' })}
          </h2>
          <p role="status" className="text-12 text-ink-soft">
            {stateText(chat)}
          </p>
        </div>
        {isEnded ? (
          <Button look="secondary" size="small" onClick={onClose}>
            {i18n._({ id: 'dialog.close', message: 'Close' })}
          </Button>
        ) : (
          <Button look="danger" size="small" busy={end.isPending} onClick={() => end.mutate()}>
            {i18n._({ id: 'chat.end', message: 'End chat' })}
          </Button>
        )}
      </header>
      <Conversation
        label={i18n._({ id: 'support.conversation', message: 'Conversation' })}
        lines={[...linesOf(chat), ...pendingLines(outbox, i18n._({ id: 'support.you', message: 'You' }))]}
        typing={isTyping && !isEnded ? (chat.agent?.name ?? i18n._({ id: 'chat.agent', message: 'Agent' })) : null}
        live
        className="grow"
      />
      <TicketOffer chat={chat} />
      {end.failure && (
        <div className="p-3">
          <Failure title={i18n._({ id: 'chat.endFailed', message: 'The chat could not be ended' })}>
            {errorText(end.failure)}
          </Failure>
        </div>
      )}
      {!isEnded && (
        <Composer
          label={i18n._({ id: 'support.reply', message: 'Your message' })}
          text={outbox.text}
          onText={(text) => {
            outbox.setText(text);
            if (text.trim()) sendHint();
          }}
          onSend={outbox.send}
        />
      )}
    </>
  );
}

function stateText({ status, position, agentsOnline }: Chat): string {
  if (status === 'active') return i18n._({ id: 'chat.active', message: 'Connected' });
  if (status === 'ended') return i18n._({ id: 'chat.ended', message: 'This chat has ended' });
  if (agentsOnline === 0) return i18n._({ id: 'chat.waitingNobody', message: 'No agent is online right now' });
  return position === undefined
    ? i18n._({ id: 'chat.waiting', message: 'Waiting for an agent…' })
    : i18n._({
        id: 'chat.position',
        message: 'Waiting for an agent: you are number {position} in line',
        values: { position },
      });
}

function linesOf({ messages, agent }: Chat): Line[] {
  return messages.map((message) => ({
    id: message.id,
    side: message.senderType === 'user' ? 'own' : message.senderType === 'agent' ? 'other' : 'system',
    name:
      message.senderType === 'user'
        ? i18n._({ id: 'support.you', message: 'You' })
        : (agent?.name ?? i18n._({ id: 'chat.agent', message: 'Agent' })),
    text: systemMessageText(message),
    at: message.sentAt,
  }));
}

/** Turns the transcript into a ticket, without an agent or after the chat. */
function TicketOffer({ chat }: { chat: Chat }) {
  const [, , change] = useAddress();
  const keep = useAction<void, { ticketId: string }>({
    run: () => call(chatRoutes.keepAsTicket, { params: { id: chat.id } }),
    touches: [['support']],
    onDone: ({ ticketId }) => change({ tab: null, chat: null, ticket: ticketId }),
  });
  const wrote = chat.messages.some(({ senderType }) => senderType === 'user');
  if (chat.status === 'active' || !wrote) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      {keep.failure && (
        <Failure title={i18n._({ id: 'support.createFailed', message: 'Failed to create ticket' })}>
          {errorText(keep.failure)}
        </Failure>
      )}
      <Notice
        action={
          chat.ticketId ? (
            <Button
              look="secondary"
              size="small"
              onClick={() => change({ tab: null, chat: null, ticket: chat.ticketId ?? null })}
            >
              {i18n._({ id: 'chat.openTicket', message: 'Open the ticket' })}
            </Button>
          ) : (
            <Button look="secondary" size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
              {i18n._({ id: 'chat.keep', message: 'Turn into a ticket' })}
            </Button>
          )
        }
      >
        {chat.ticketId
          ? i18n._({ id: 'chat.kept', message: 'This chat is a ticket now.' })
          : chat.status === 'ended'
            ? i18n._({
                id: 'chat.keepEnded',
                message: 'Still need help? Turn this chat into a ticket. We email you when we answer.',
              })
            : i18n._({
                id: 'chat.keepWaiting',
                message: 'Cannot wait? Turn this chat into a ticket. We email you when we answer.',
              })}
      </Notice>
    </div>
  );
}
