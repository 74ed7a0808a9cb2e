import { StatusPick } from './status-pick.tsx';

export default { component: StatusPick };

const names = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };
const statuses = ['pending', 'approved', 'rejected'] as const;
const fixed = {
  statuses,
  usual: statuses[0],
  nameOf: (one: keyof typeof names) => names[one],
  onPick: () => undefined,
};

export const All = () => <StatusPick {...fixed} status="all" />;
export const One = () => <StatusPick {...fixed} status="pending" />;
