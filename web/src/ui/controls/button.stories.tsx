import { X } from 'lucide-react';
import { Icon } from '../graphics/icon.tsx';
import { Button, ButtonLink, IconButton } from './button.tsx';

export default { component: Button };

export const Looks = () => (
  <>
    <Button>Place bet</Button>
    <Button look="secondary">Show older</Button>
    <Button look="quiet">Cancel</Button>
    <Button look="danger">Close account</Button>
  </>
);

export const Small = () => <Button size="small">Deposit</Button>;
export const Busy = () => <Button busy>Placing bet</Button>;
export const DisabledWithReason = () => <Button why="The stake is above your balance">Place bet</Button>;
export const DisabledWithHiddenReason = () => (
  <Button why="Choose a payment method" quietly>
    Continue
  </Button>
);
export const LongText = () => (
  <div style={{ width: 192 }}>
    <Button wide>Accept the new odds and place the bet again</Button>
  </div>
);
export const AsLink = () => <ButtonLink to="/wallet">Go to the wallet</ButtonLink>;
export const IconOnly = () => (
  <IconButton label="Close">
    <Icon of={X} size={20} />
  </IconButton>
);
