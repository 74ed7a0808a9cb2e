/** All operators, for super admins: invite, change a role, revoke access, reset. Every action that gives access needs another super admin. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type AccessRequest, type OperatorRow, staffRoutes } from '@fairline/proto/auth/staff';
import { type Role, roleNames } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { staffQuery } from '../../domain/people/operators.ts';
import { roleName } from '../../domain/people/role-labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Listed } from '../../ui/content/listed.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { AccessRequests } from './access-requests.tsx';

type Asked = { kind: 'invite' } | { kind: 'role' | 'access' | 'reset'; row: OperatorRow };

export function Operators({ operator }: { operator: Operator }) {
  const query = useQuery(staffQuery);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      <Button className="self-start" size="small" onClick={() => setAsked({ kind: 'invite' })}>
        {i18n._({ id: 'staff.invite', message: 'Invite an operator' })}
      </Button>
      <AccessRequests operator={operator} />
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'staff.failed', message: 'Operators could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'staff.none', message: 'No operators' })}
      >
        {(items) => (
          <Framed>
            <Table label={i18n._({ id: 'staff.label', message: 'Operators' })}>
              <thead>
                <tr>
                  <Th>{i18n._({ id: 'staff.operator', message: 'Operator' })}</Th>
                  <Th>{i18n._({ id: 'staff.role', message: 'Role' })}</Th>
                  <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
                  <Th>{i18n._({ id: 'users.lastLogin', message: 'Last login' })}</Th>
                  <Th>{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</Th>
                </tr>
              </thead>
              <tbody>
                {items.map((row) => (
                  <tr key={row.id} className="last:[&>td]:border-b-0">
                    <Td className="py-1">
                      <span className="block font-medium whitespace-nowrap">
                        {row.firstName} {row.lastName}
                      </span>
                      <span className="text-12 text-ink-soft">{row.email}</span>
                    </Td>
                    <Td className="whitespace-nowrap">{roleName(row.role)}</Td>
                    <Td>
                      <span className="flex gap-1">
                        {!row.active && (
                          <Badge tone="down">{i18n._({ id: 'staff.inactive', message: 'No access' })}</Badge>
                        )}
                        {row.active && !row.activated && (
                          <Badge tone="live">{i18n._({ id: 'staff.invited', message: 'Invited' })}</Badge>
                        )}
                        {row.active && row.activated && (
                          <Badge tone="act">{i18n._({ id: 'staff.active', message: 'Active' })}</Badge>
                        )}
                        {row.twoFactor && <Badge>{i18n._({ id: 'staff.twoFactor', message: 'Two-factor' })}</Badge>}
                        {row.demo && <Badge>{i18n._({ id: 'staff.demo', message: 'Demo' })}</Badge>}
                      </span>
                    </Td>
                    <Td className="text-ink-soft">
                      {row.lastLoginAt ? (
                        <When at={row.lastLoginAt} />
                      ) : (
                        i18n._({ id: 'users.never', message: 'never' })
                      )}
                    </Td>
                    <Td className="w-px">
                      <Actions row={row} operator={operator} onAsk={(kind) => setAsked({ kind, row })} />
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Framed>
        )}
      </Listed>
      {asked?.kind === 'invite' && <Inviting onClose={close} />}
      {asked && asked.kind !== 'invite' && <Changing kind={asked.kind} row={asked.row} onClose={close} />}
    </div>
  );
}

function Actions({
  row,
  operator,
  onAsk,
}: {
  row: OperatorRow;
  operator: Operator;
  onAsk: (kind: 'role' | 'access' | 'reset') => void;
}) {
  const why =
    (row.id === operator.id && i18n._({ id: 'staff.own', message: 'You cannot change your own account here' })) ||
    (row.demo && i18n._({ id: 'staff.demoStays', message: 'Demo accounts cannot be changed' }));
  return (
    <span className="flex gap-2 whitespace-nowrap">
      <Button size="small" look="secondary" quietly why={why} onClick={() => onAsk('role')}>
        {i18n._({ id: 'staff.changeRole', message: 'Change role' })}
      </Button>
      <Button size="small" look="secondary" quietly why={why} onClick={() => onAsk('reset')}>
        {i18n._({ id: 'staff.reset', message: 'Reset' })}
      </Button>
      <Button size="small" look={row.active ? 'danger' : 'secondary'} quietly why={why} onClick={() => onAsk('access')}>
        {row.active
          ? i18n._({ id: 'staff.deactivate', message: 'Deactivate' })
          : i18n._({ id: 'staff.reactivate', message: 'Give access' })}
      </Button>
    </span>
  );
}

interface Closing {
  onClose: () => void;
}

/** Nothing has changed yet: the request is in the list above. */
const notifyRequested = () =>
  notify.success(i18n._({ id: 'staff.requested', message: 'Requested. Another super admin must approve it.' }));

function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <SelectField
      label={i18n._({ id: 'staff.role', message: 'Role' })}
      value={role}
      onChange={({ target }) => onRole(roleNames.find((one) => one === target.value) ?? role)}
    >
      {roleNames.map((one) => (
        <option key={one} value={one}>
          {roleName(one)}
        </option>
      ))}
    </SelectField>
  );
}

function Inviting({ onClose }: Closing) {
  const [who, setWho] = useState({ email: '', firstName: '', lastName: '' });
  const [role, setRole] = useState<Role>('support');
  const invitation = useAction<
    { email: string; firstName: string; lastName: string; role: Role; reason: string },
    AccessRequest
  >({
    run: (body) => call(staffRoutes.invite, { body }),
    onDone: () => {
      notifyRequested();
      onClose();
    },
  });
  const errors = fieldErrorsOf(invitation.failure);
  const field = (name: keyof typeof who) => ({
    value: who[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setWho({ ...who, [name]: event.target.value }),
  });
  const complete = Object.values(who).every((text) => text.trim() !== '');
  return (
    <ReasonDialog
      title={i18n._({ id: 'staff.invite', message: 'Invite an operator' })}
      action={i18n._({ id: 'staff.doInvite', message: 'Request invitation' })}
      busy={invitation.isPending}
      why={!complete && i18n._({ id: 'staff.fields', message: 'Please fill in all required fields' })}
      failure={
        invitation.failure && {
          title: i18n._({ id: 'staff.inviteFailed', message: 'Nobody was invited' }),
          text: errorText(invitation.failure),
        }
      }
      onReason={(reason) => invitation.mutate({ ...who, role, reason })}
      onClose={onClose}
    >
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'staff.inviteLead',
          message: 'Another super admin must approve it. A link to set up the account is then emailed to this address.',
        })}
      </p>
      <TextField
        {...field('email')}
        type="email"
        autoFocus
        autoComplete="off"
        label={i18n._({ id: 'field.email', message: 'Email' })}
      />
      <div className="grid gap-x-2 sm:grid-cols-2">
        <TextField
          {...field('firstName')}
          autoComplete="off"
          label={i18n._({ id: 'field.firstName', message: 'First name' })}
        />
        <TextField
          {...field('lastName')}
          autoComplete="off"
          label={i18n._({ id: 'field.lastName', message: 'Last name' })}
        />
      </div>
      <RoleField role={role} onRole={setRole} />
    </ReasonDialog>
  );
}

function Changing({ kind, row, onClose }: Closing & { kind: 'role' | 'access' | 'reset'; row: OperatorRow }) {
  const [role, setRole] = useState<Role>(row.role);
  const change = useAction<string, { isRequest: boolean }>({
    run: async (reason) => {
      const params = { id: row.id };
      if (kind === 'reset') {
        await call(staffRoutes.reinvite, { params, body: { reason } });
        return { isRequest: true };
      }
      const { request } = await call(staffRoutes.changeOperator, {
        params,
        body: kind === 'role' ? { role, reason } : { active: !row.active, reason },
      });
      return { isRequest: request !== null };
    },
    onDone: ({ isRequest }) => {
      if (isRequest) notifyRequested();
      else notify.success(i18n._({ id: 'staff.changed', message: 'Changed. The action is recorded.' }));
      onClose();
    },
  });
  const email = row.email;
  const titles = {
    role: i18n._({ id: 'staff.roleTitle', message: 'Change the role of {email}', values: { email } }),
    reset: i18n._({ id: 'staff.resetTitle', message: 'Reset {email}', values: { email } }),
    access: row.active
      ? i18n._({ id: 'staff.deactivateTitle', message: 'Deactivate {email}', values: { email } })
      : i18n._({ id: 'staff.reactivateTitle', message: 'Give {email} access again', values: { email } }),
  };
  return (
    <ReasonDialog
      title={titles[kind]}
      action={i18n._({ id: 'stepUp.confirm', message: 'Confirm' })}
      danger={kind === 'reset' || (kind === 'access' && row.active)}
      busy={change.isPending}
      why={
        kind === 'role' && role === row.role && i18n._({ id: 'staff.sameRole', message: 'Please choose another role' })
      }
      failure={
        change.failure && {
          title: i18n._({ id: 'staff.changeFailed', message: 'Nothing was changed' }),
          text: errorText(change.failure),
        }
      }
      onReason={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <p className="text-13 text-ink-soft">{leadOf(kind, row)}</p>
      {kind === 'role' && <RoleField role={role} onRole={setRole} />}
    </ReasonDialog>
  );
}

function leadOf(kind: 'role' | 'access' | 'reset', row: OperatorRow): string {
  if (kind === 'reset') {
    return i18n._({
      id: 'staff.resetLead',
      message:
        'Another super admin must approve it. The password and authenticator then stop working, all sessions end, and the operator is emailed a new link.',
    });
  }
  if (kind === 'access' && !row.active)
    return i18n._({ id: 'staff.accessLead', message: 'Another super admin must approve it.' });
  if (kind === 'role')
    return i18n._({
      id: 'staff.roleLead',
      message:
        'Another super admin must approve a role with more access. A role with less applies at once and ends their sessions.',
    });
  return i18n._({ id: 'staff.sessionsEnd', message: 'Open sessions of this operator end.' });
}
