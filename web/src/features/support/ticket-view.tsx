/** One ticket: its history, the conversation, and the reply with a file. */
import { type Ticket, ticketReference, ticketRoutes } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Attachments } from '../../domain/support/attachments.tsx';
import { Conversation, type Line } from '../../domain/support/conversation.tsx';
import {
  aboutName,
  ownTicketStatus,
  priorityName,
  priorityTone,
  ticketCategoryName,
} from '../../domain/support/labels.ts';
import { ReplyBox } from '../../domain/support/reply-box.tsx';
import { Badge } from '../../ui/content/badge.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { ticketQuery } from './queries.ts';

export function TicketView({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(ticketQuery(id));
  const client = useQueryClient();
  const isRead = query.data !== undefined;
  // Fetching a ticket marks it as read, which the list must show.
  useEffect(() => {
    if (isRead)
      void client.invalidateQueries({
        queryKey: ['support', 'tickets'],
        predicate: ({ queryKey }) => queryKey[2] !== 'one',
      });
  }, [client, isRead]);
  return (
    <article className="flex max-h-[calc(100dvh-12rem)] min-h-96 flex-col rounded-card border border-line bg-surface">
      <header className="flex items-start gap-2 border-b border-line px-4 py-3">
        <IconButton
          className="-ml-2 lg:hidden"
          label={i18n._({ id: 'support.back', message: 'Back to the list' })}
          onClick={onBack}
        >
          <Icon of={ArrowLeft} size={20} />
        </IconButton>
        {query.data ? <Head ticket={query.data} /> : <h2 className="text-16 font-strong">#{ticketReference(id)}</h2>}
      </header>
      <Loaded
        query={query}
        failed={i18n._({ id: 'support.oneFailed', message: 'The ticket could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={5} className="h-12" />}
      >
        {(ticket) => (
          <>
            <Conversation
              label={i18n._({ id: 'support.conversation', message: 'Conversation' })}
              lines={linesOf(ticket)}
              live
              className="grow"
            />
            <Reply ticket={ticket} />
          </>
        )}
      </Loaded>
    </article>
  );
}

function Head({ ticket }: { ticket: Ticket }) {
  const { id, subject, status, priority, category, about, deadlineAt } = ticket;
  const [name, tone] = ownTicketStatus(status);
  return (
    <div className="flex min-w-0 grow flex-col gap-2">
      <h2 className="text-16 font-strong wrap-anywhere">{subject}</h2>
      <p className="flex flex-wrap items-center gap-2 text-12 text-ink-soft">
        <Badge tone={tone}>{name}</Badge>
        <Badge tone={priorityTone(priority)}>{priorityName(priority)}</Badge>
        <span>{ticketCategoryName(category)}</span>
        <span className="figures inline-flex items-center">
          #{ticketReference(id)}
          <CopyButton text={ticketReference(id)} what={i18n._({ id: 'support.reference', message: 'ticket number' })} />
        </span>
        {about && <AboutLink about={about} />}
      </p>
      {deadlineAt && status !== 'resolved' && status !== 'closed' && (
        <p className="text-13">
          {i18n._({ id: 'support.deadline', message: 'You get our final answer to this complaint by' })}{' '}
          <When at={deadlineAt} />
        </p>
      )}
    </div>
  );
}

const pathOf = { bet: '/bets/', round: '/casino/rounds/' } as const;

function AboutLink({ about }: { about: NonNullable<Ticket['about']> }) {
  const label = `${aboutName(about)} #${about.id.slice(-8)}`;
  if (about.type === 'payment') return <span>{label}</span>;
  return (
    <Link to={`${pathOf[about.type]}${about.id}`} className="underline underline-offset-4">
      {label}
    </Link>
  );
}

function linesOf({ messages }: Ticket): Line[] {
  return messages.map(({ id, senderType, message, sentAt, attachments }) => ({
    id,
    side: senderType === 'user' ? 'own' : 'other',
    name:
      senderType === 'user'
        ? i18n._({ id: 'support.you', message: 'You' })
        : i18n._({ id: 'support.team', message: 'Fairline support' }),
    text: message,
    at: sentAt,
    below: <Attachments files={attachments} route={ticketRoutes.attachment} />,
  }));
}

function Reply({ ticket }: { ticket: Ticket }) {
  const client = useQueryClient();
  if (ticket.status === 'closed') {
    return (
      <div className="border-t border-line p-3">
        <Notice>
          {i18n._({ id: 'support.isClosed', message: 'This ticket is closed. Open a new one if you need more help.' })}
        </Notice>
      </div>
    );
  }
  return (
    <>
      {ticket.status === 'resolved' && (
        <p className="px-4 py-2 text-13 text-ink-soft">
          {i18n._({ id: 'support.reopens', message: 'Not solved? A reply reopens this ticket.' })}
        </p>
      )}
      <ReplyBox
        label={i18n._({ id: 'support.reply', message: 'Your message' })}
        send={(message, file, key) =>
          call(ticketRoutes.replyToTicket, { params: { id: ticket.id }, body: { message }, file, key })
        }
        onSent={(next) => client.setQueryData(ticketQuery(ticket.id).queryKey, next)}
        touches={[['support', 'tickets']]}
      />
    </>
  );
}
