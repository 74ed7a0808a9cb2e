import { SearchBox } from './search-box.tsx';

export default { component: SearchBox };

const texts = { label: 'Search events', placeholder: 'Team or competition', onSearch: () => undefined };

export const Empty = () => <SearchBox {...texts} q="" />;
export const Filled = () => <SearchBox {...texts} q="Lisbon United" />;
