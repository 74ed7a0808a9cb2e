import { useState } from 'react';
import { TabPanel, Tabs } from './tabs.tsx';

export default { component: Tabs };

const tabs = [
  { id: 'open', label: 'Open bets' },
  { id: 'settled', label: 'Settled bets' },
] as const;

export const Default = () => {
  const [open, setOpen] = useState<'open' | 'settled'>('open');
  return (
    <div className="w-full">
      <Tabs name="bets" label="Bets" tabs={tabs} open={open} onOpen={setOpen} />
      <TabPanel name="bets" open={open}>
        {open === 'open' ? 'Two bets are open.' : 'No bet is settled yet.'}
      </TabPanel>
    </div>
  );
};
