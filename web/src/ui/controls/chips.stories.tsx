import { useState } from 'react';
import { Chips } from './chips.tsx';

export default { component: Chips };

const options = ['All', 'Football', 'Tennis', 'Basketball'].map((label) => ({ id: label, label }));

export const Default = () => {
  const [value, setValue] = useState('All');
  return <Chips label="Sport" value={value} options={options} onChange={setValue} />;
};

export const TooManyForTheWidth = () => (
  <div style={{ width: 192 }}>
    <Chips label="Sport" value="Tennis" options={options} onChange={() => undefined} />
  </div>
);
