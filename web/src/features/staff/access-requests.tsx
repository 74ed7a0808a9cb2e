/** Requests for access that wait for another super admin: approved or rejected here, or withdrawn by their requester. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type AccessRequest, staffRoutes } from '@fairline/proto/auth/staff';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { accessRequestsQuery, useOperatorName } from '../../domain/people/operators.ts';
import { roleName } from '../../domain/people/role-labels.ts';
import { Listed } from '../../ui/content/listed.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';

export function AccessRequests({ operator }: { operator: Operator }) {
  const query = useQuery(accessRequestsQuery);
  const [rejecting, setRejecting] = useState<AccessRequest>();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-16 font-strong">{i18n._({ id: 'access.title', message: 'Waiting for approval' })}</h2>
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'access.failed', message: 'The requests could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'access.none',
              message: 'No requests. Invitations, role upgrades and resets wait here for a second super admin.',
            })}
          </p>
        }
      >
        {(items) => (
          <ul className="flex flex-col gap-2">
            {items.map((request) => (
              <Waiting key={request.id} request={request} operator={operator} onReject={() => setRejecting(request)} />
            ))}
          </ul>
        )}
      </Listed>
      {rejecting && <Rejecting request={rejecting} operator={operator} onClose={() => setRejecting(undefined)} />}
    </section>
  );
}

function Waiting({
  request,
  operator,
  onReject,
}: {
  request: AccessRequest;
  operator: Operator;
  onReject: () => void;
}) {
  const nameOf = useOperatorName(operator);
  const approval = useAction<void, AccessRequest>({
    run: () => call(staffRoutes.approveAccess, { params: { id: request.id } }),
    onDone: ({ kind, email }) => notify.success(approvedText(kind, email)),
  });
  const isOwn = request.requestedBy === operator.id;
  const why =
    (isOwn && i18n._({ id: 'access.own', message: 'You requested this. Another super admin must approve it.' })) ||
    (!request.approvable &&
      i18n._({
        id: 'access.tooClose',
        message:
          'You cannot approve this: you joined after it was requested, or one of you invited, reset or promoted the other in the last 24 hours.',
      }));
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3 text-13">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{requestText(request)}</p>
        <p className="break-words">{request.reason}</p>
        <p className="text-12 text-ink-soft">
          {nameOf(request.requestedBy)} <When at={request.requestedAt} />
        </p>
        {why && <p className="text-12 text-ink-soft">{why}</p>}
        {approval.failure && (
          <p role="alert" className="text-12 text-down">
            {errorText(approval.failure)}
          </p>
        )}
      </div>
      <span className="flex gap-2 whitespace-nowrap">
        <Button size="small" look="danger" onClick={onReject}>
          {isOwn
            ? i18n._({ id: 'access.withdraw', message: 'Withdraw' })
            : i18n._({ id: 'approval.reject', message: 'Reject' })}
        </Button>
        <Button size="small" quietly why={why} busy={approval.isPending} onClick={() => approval.mutate()}>
          {i18n._({ id: 'access.approve', message: 'Approve' })}
        </Button>
      </span>
    </li>
  );
}

function Rejecting({
  request,
  operator,
  onClose,
}: {
  request: AccessRequest;
  operator: Operator;
  onClose: () => void;
}) {
  const rejection = useAction<string, AccessRequest>({
    run: (reason) => call(staffRoutes.rejectAccess, { params: { id: request.id }, body: { reason } }),
    onDone: () => {
      notify.success(i18n._({ id: 'access.rejected', message: 'Request closed. Nothing changed.' }));
      onClose();
    },
  });
  const isOwn = request.requestedBy === operator.id;
  return (
    <ReasonDialog
      title={requestText(request)}
      action={
        isOwn
          ? i18n._({ id: 'access.withdraw', message: 'Withdraw' })
          : i18n._({ id: 'approval.reject', message: 'Reject' })
      }
      danger
      busy={rejection.isPending}
      failure={
        rejection.failure && {
          title: i18n._({ id: 'access.notRejected', message: 'The request was not rejected' }),
          text: errorText(rejection.failure),
        }
      }
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}

function requestText({ kind, email, role }: AccessRequest): string {
  const values = { email, role: roleName(role) };
  if (kind === 'invite') return i18n._({ id: 'access.invite', message: 'Invite {email} as {role}', values });
  if (kind === 'raise') return i18n._({ id: 'access.raise', message: 'Give {email} access as {role}', values });
  return i18n._({ id: 'access.reset', message: 'Reset {email} ({role})', values });
}

function approvedText(kind: AccessRequest['kind'], email: string): string {
  const values = { email };
  if (kind === 'invite') return i18n._({ id: 'access.invited', message: 'Invitation sent to {email}', values });
  if (kind === 'raise') return i18n._({ id: 'access.raised', message: '{email} has the new access', values });
  return i18n._({ id: 'access.wasReset', message: '{email} was reset. A new link has been emailed to them.', values });
}
