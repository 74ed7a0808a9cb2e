import { Framed, Listed } from './listed.tsx';

export default { component: Listed };

const query = { isPending: false, isFetching: false, refetch: () => undefined };
const texts = { failed: 'The payments could not be loaded', empty: 'No payments yet' };
const children = (items: readonly string[]) => (
  <Framed>
    {items.map((item) => (
      <p key={item} className="border-b border-line px-4 py-3 text-13">
        {item}
      </p>
    ))}
  </Framed>
);
const payments = ['Deposit of $50.00', 'Withdrawal of $20.00'];

export const Filled = () => <Listed {...{ query, ...texts, children }} items={payments} error={null} />;
export const WithOlderEntries = () => (
  <Listed {...{ ...texts, children }} query={{ ...query, hasNextPage: true }} items={payments} error={null} />
);
export const Loading = () => (
  <div className="w-full">
    <Listed {...{ query, ...texts, children }} items={undefined} error={null} />
  </div>
);
export const Empty = () => <Listed {...{ query, ...texts, children }} items={[]} error={null} />;
export const Failed = () => (
  <Listed {...{ query, ...texts, children }} items={undefined} error="The server did not answer" />
);
