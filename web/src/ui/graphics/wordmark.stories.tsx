import { Wordmark } from './wordmark.tsx';

export default { component: Wordmark };

export const Default = () => <Wordmark />;
