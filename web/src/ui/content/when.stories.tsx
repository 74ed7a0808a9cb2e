import { When } from './when.tsx';

export default { component: When };

export const Default = () => <When at="2026-11-20T12:00:00.000Z" />;
export const WithSeconds = () => <When at="2026-11-20T12:00:07.000Z" exact />;
