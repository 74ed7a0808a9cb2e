import { Ticket } from 'lucide-react';
import { Icon } from './icon.tsx';

export default { component: Icon };

export const Small = () => <Icon of={Ticket} />;
export const Large = () => <Icon of={Ticket} size={20} />;
