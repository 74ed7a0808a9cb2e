/** The status filter above a list: all statuses, or one. */
import { i18n } from '@lingui/core';
import { PickOne } from './field.tsx';

interface Props<Status extends string> {
  statuses: readonly Status[];
  status: Status | 'all';
  nameOf: (status: Status) => string;
  /** The initial option, which stands for null. */
  usual: Status;
  onPick: (status: string | null) => void;
}

export function StatusPick<Status extends string>({ statuses, status, nameOf, usual, onPick }: Props<Status>) {
  return (
    <PickOne
      className="self-start"
      label={i18n._({ id: 'approvals.status', message: 'Status' })}
      value={status}
      onChange={({ target }) => onPick(target.value === usual ? null : target.value)}
    >
      <option value="all">{i18n._({ id: 'history.all', message: 'All' })}</option>
      {statuses.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </PickOne>
  );
}
