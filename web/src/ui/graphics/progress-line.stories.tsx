import { ProgressLine } from './progress-line.tsx';

export default { component: ProgressLine };

const label = 'Wagering';

export const Started = () => (
  <div style={{ width: 192 }}>
    <ProgressLine share={0.4} label={label} text="$40.00 of $100.00" />
  </div>
);
export const Done = () => (
  <div style={{ width: 192 }}>
    <ProgressLine share={1} label={label} text="$100.00 of $100.00" done />
  </div>
);
