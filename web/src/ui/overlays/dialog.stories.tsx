import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export default { component: Dialog };

const fixed = {
  open: true,
  title: 'Withdraw $120.00?',
  foot: <Button type="submit">Withdraw</Button>,
  onClose: () => undefined,
  onSubmit: () => undefined,
};
const lines = Array.from({ length: 40 }, (_, line) => `Rule ${line + 1}: a payment goes to your own account only.`);

export const Default = () => <Dialog {...fixed}>The money leaves your balance at once.</Dialog>;
export const LongText = () => (
  <Dialog {...fixed}>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </Dialog>
);
