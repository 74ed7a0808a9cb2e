import { useState } from 'react';
import { Switch } from './switch.tsx';

export default { component: Switch };

const texts = { label: 'Mail about promotions', help: 'At most one message a week' };

export const Default = () => {
  const [checked, setChecked] = useState(false);
  return <Switch {...texts} checked={checked} onChange={setChecked} />;
};
export const On = () => <Switch {...texts} checked onChange={() => undefined} />;
export const Saving = () => <Switch {...texts} checked busy onChange={() => undefined} />;
