/** Where an account is signed in: device, address, since when; each with its way to end it where there is one. */
import type { OpenSession } from '@fairline/proto/auth/account';
import { i18n } from '@lingui/core';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Framed } from './listed.tsx';
import { Table, Td, Th } from './table.tsx';
import { When } from './when.tsx';

interface OpenSessionsProps {
  items: readonly OpenSession[];
  onEnd?: (id: string) => void;
  ending?: string | undefined;
  /** Writes an instant; an operator's own time unless given. */
  write?: (instant: string) => string;
}

export function OpenSessions({ items, onEnd, ending, write }: OpenSessionsProps) {
  return (
    <Framed>
      <Table label={i18n._({ id: 'sessions.label', message: 'Open sessions' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'sessions.device', message: 'Device' })}</Th>
            <Th>{i18n._({ id: 'sessions.address', message: 'Address' })}</Th>
            <Th>{i18n._({ id: 'sessions.since', message: 'Signed in' })}</Th>
            <Th>{i18n._({ id: 'sessions.seen', message: 'Last seen' })}</Th>
            {onEnd && (
              <Th>
                <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((session) => (
            <tr key={session.id} className="last:[&>td]:border-b-0">
              <Td className="whitespace-nowrap">
                {session.device} {session.current && <Badge tone="act">{i18n._({ id: 'sessions.this', message: 'this one' })}</Badge>}
              </Td>
              <Td className="figures">{session.address}</Td>
              <Td>{write ? write(session.createdAt) : <When at={session.createdAt} />}</Td>
              <Td>{write ? write(session.lastSeenAt) : <When at={session.lastSeenAt} />}</Td>
              {onEnd && (
                <Td className="w-px">
                  {!session.current && (
                    <Button size="small" look="secondary" busy={ending === session.id} onClick={() => onEnd(session.id)}>
                      {i18n._({ id: 'sessions.end', message: 'Sign out' })}
                    </Button>
                  )}
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}
