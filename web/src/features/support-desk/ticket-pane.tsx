/** The open ticket for operators: conversation and reply, status, priority and assignee, and beside it the player and the ticket's history. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Infer } from '@fairline/proto/contract';
import {
  type OperatorTicket,
  ticketDeskRoutes,
  ticketPriorities,
  ticketReference,
  ticketStatuses,
} from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { Attachments } from '../../domain/support/attachments.tsx';
import { Conversation, type Line } from '../../domain/support/conversation.tsx';
import { priorityName, ticketCategoryName, ticketStatus } from '../../domain/support/labels.ts';
import { ReplyBox } from '../../domain/support/reply-box.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { Failure, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { CannedPicker } from './canned-picker.tsx';
import { PlayerSide } from './player-side.tsx';
import { operatorTicketQuery } from './queries.ts';

interface PaneProps {
  id: string;
  operator: Operator;
  /** Shows all tickets of its player. */
  onPlayer: (playerId: string) => void;
  onClose: () => void;
}

export function TicketPane({ id, operator, onPlayer, onClose }: PaneProps) {
  const query = useQuery(operatorTicketQuery(id));
  const nameOf = useOperatorName(operator);
  return (
    <article className="min-w-0 rounded-card border border-line bg-surface">
      <header className="flex items-start gap-2 border-b border-line px-4 py-2">
        <h2 className="min-w-0 grow py-2 text-16 font-strong wrap-anywhere">
          {query.data?.subject ?? `#${ticketReference(id)}`}
        </h2>
        <IconButton label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose}>
          <Icon of={X} size={20} />
        </IconButton>
      </header>
      <Loaded
        query={query}
        failed={i18n._({ id: 'support.oneFailed', message: 'The ticket could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={6} className="h-12" />}
      >
        {(ticket) => (
          <div className="grid lg:grid-cols-[2fr_minmax(16rem,1fr)]">
            <div className="flex max-h-[calc(100dvh-14rem)] min-h-[28rem] min-w-0 flex-col">
              <Bar ticket={ticket} operator={operator} />
              <Conversation
                label={i18n._({ id: 'support.conversation', message: 'Conversation' })}
                lines={linesOf(ticket, nameOf)}
                live
                className="grow"
              />
              {hasPermission(operator, 'tickets') && <Reply ticket={ticket} />}
            </div>
            <PlayerSide
              playerId={ticket.playerId}
              tier={ticket.tier}
              about={ticket.about}
              operator={operator}
              onPlayer={() => onPlayer(ticket.playerId)}
            />
          </div>
        )}
      </Loaded>
    </article>
  );
}

function linesOf({ messages }: OperatorTicket, nameOf: (id: string) => string): Line[] {
  return messages.map(({ id, senderType, senderId, message, sentAt, attachments }) => ({
    id,
    side: senderType === 'admin' ? 'own' : 'other',
    name: senderType === 'admin' ? nameOf(senderId) : i18n._({ id: 'adjustments.player', message: 'Player' }),
    text: message,
    at: sentAt,
    below: <Attachments files={attachments} route={ticketDeskRoutes.operatorAttachment} />,
  }));
}

type Change = NonNullable<Infer<typeof ticketDeskRoutes.changeTicket.body>>;

function Bar({ ticket, operator }: { ticket: OperatorTicket; operator: Operator }) {
  const { id, status, priority, category, assigneeId, deadlineAt, createdAt } = ticket;
  const nameOf = useOperatorName(operator);
  const client = useQueryClient();
  const change = useAction<Change, OperatorTicket>({
    run: (body) => call(ticketDeskRoutes.changeTicket, { params: { id }, body }),
    touches: [['admin', 'support', 'tickets']],
    onDone: (next) => client.setQueryData(operatorTicketQuery(id).queryKey, next),
  });
  const canAct = hasPermission(operator, 'tickets') && status !== 'closed';
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
      {change.failure && (
        <Failure title={i18n._({ id: 'supportDesk.changeFailed', message: 'The ticket was not changed' })}>
          {errorText(change.failure)}
        </Failure>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {canAct ? (
          <>
            <PickOne
              label={i18n._({ id: 'approvals.status', message: 'Status' })}
              value={status}
              onChange={({ target }) => change.mutate({ status: target.value as Change['status'] })}
            >
              {ticketStatuses.map((one) => (
                <option key={one} value={one}>
                  {ticketStatus(one)[0]}
                </option>
              ))}
            </PickOne>
            <PickOne
              label={i18n._({ id: 'support.priority', message: 'Priority' })}
              value={priority}
              onChange={({ target }) => change.mutate({ priority: target.value as Change['priority'] })}
            >
              {ticketPriorities.map((one) => (
                <option key={one} value={one}>
                  {priorityName(one)}
                </option>
              ))}
            </PickOne>
            {assigneeId === operator.id ? (
              <Button
                look="quiet"
                size="small"
                busy={change.isPending}
                onClick={() => change.mutate({ assigneeId: null })}
              >
                {i18n._({ id: 'supportDesk.release', message: 'Release' })}
              </Button>
            ) : (
              <Button
                look="secondary"
                size="small"
                busy={change.isPending}
                onClick={() => change.mutate({ assigneeId: operator.id })}
              >
                {i18n._({ id: 'supportDesk.take', message: 'Assign to me' })}
              </Button>
            )}
          </>
        ) : (
          <span className="text-13">
            {ticketStatus(status)[0]} · {priorityName(priority)}
          </span>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-soft">
        <span className="inline-flex items-center">
          <span className="figures">#{ticketReference(id)}</span>
          <CopyButton text={id} what={i18n._({ id: 'supportDesk.ticketId', message: 'ticket id' })} />
        </span>
        <span>{ticketCategoryName(category)}</span>
        <span>
          {i18n._({ id: 'supportDesk.opened', message: 'Opened' })} <When at={createdAt} />
        </span>
        <span>{assigneeId ? nameOf(assigneeId) : i18n._({ id: 'supportDesk.unassigned', message: 'Unassigned' })}</span>
        {deadlineAt && (
          <span className="text-live">
            {i18n._({ id: 'supportDesk.deadline', message: 'Final answer due' })} <When at={deadlineAt} />
          </span>
        )}
      </p>
    </div>
  );
}

function Reply({ ticket: { id, status, category } }: { ticket: OperatorTicket }) {
  const client = useQueryClient();
  if (status === 'closed') {
    return (
      <div className="border-t border-line p-3">
        <Notice>
          {i18n._({ id: 'supportDesk.closed', message: 'This ticket is closed. It can no longer be answered.' })}
        </Notice>
      </div>
    );
  }
  return (
    <ReplyBox
      label={i18n._({ id: 'supportDesk.reply', message: 'Answer the player' })}
      send={(message, file, key) =>
        call(ticketDeskRoutes.answerTicket, { params: { id }, body: { message }, file, key })
      }
      onSent={(next) => {
        client.setQueryData(operatorTicketQuery(id).queryKey, next);
        notify.success(i18n._({ id: 'supportDesk.sent', message: 'Message sent' }));
      }}
      touches={[['admin', 'support', 'tickets']]}
      tools={(add) => <CannedPicker category={category} onPick={add} />}
    />
  );
}
