import { useState } from 'react';
import { Segments } from './segments.tsx';

export default { component: Segments };

const options = [
  { id: 'decimal', label: 'Decimal' },
  { id: 'fractional', label: 'Fractional' },
  { id: 'american', label: 'American' },
];
const fixed = { label: 'Odds format', value: 'decimal', options, onChange: () => undefined };

export const Default = () => {
  const [value, setValue] = useState('decimal');
  return <Segments {...fixed} value={value} onChange={setValue} />;
};
export const WithoutVisibleLabel = () => <Segments {...fixed} bare />;
export const Disabled = () => <Segments {...fixed} disabled />;
