import { ThemeSwitch } from './theme-switch.tsx';

export default { component: ThemeSwitch };

export const Default = () => <ThemeSwitch />;
