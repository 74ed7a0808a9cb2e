import { Table, Td, Th } from './table.tsx';

export default { component: Table };

const bets = [
  { event: 'Lisbon United v Porto City', stake: '$10.00', odds: '2.10' },
  { event: 'Northern Lights Basketball Association v Southern Harbour Athletic', stake: '$2,500.00', odds: '1.85' },
];

const Bets = () => (
  <Table label="Bets">
    <thead>
      <tr>
        <Th>Event</Th>
        <Th figures>Stake</Th>
        <Th figures>Odds</Th>
      </tr>
    </thead>
    <tbody>
      {bets.map(({ event, stake, odds }) => (
        <tr key={event}>
          <Td className="whitespace-nowrap">{event}</Td>
          <Td figures>{stake}</Td>
          <Td figures>{odds}</Td>
        </tr>
      ))}
    </tbody>
  </Table>
);

export const Default = () => <Bets />;
export const TooWide = () => (
  <div style={{ width: 192 }}>
    <Bets />
  </div>
);
