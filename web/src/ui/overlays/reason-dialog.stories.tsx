import { ReasonDialog } from './reason-dialog.tsx';

export default { component: ReasonDialog };

const fixed = {
  title: 'Reject the deposit',
  action: 'Reject',
  busy: false,
  onReason: () => undefined,
  onClose: () => undefined,
};

export const Default = () => <ReasonDialog {...fixed}>The player is told the reason.</ReasonDialog>;
export const Danger = () => <ReasonDialog {...fixed} danger />;
export const Busy = () => <ReasonDialog {...fixed} busy />;
export const NotPossible = () => <ReasonDialog {...fixed} why="Another operator must decide" />;
export const Failed = () => (
  <ReasonDialog {...fixed} failure={{ title: 'Not rejected', text: 'The deposit is already approved.' }} />
);
