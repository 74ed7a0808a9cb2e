import { StrengthMeter } from './strength-meter.tsx';

export default { component: StrengthMeter };

export const Empty = () => <StrengthMeter password="" />;
export const Weak = () => <StrengthMeter password="horse" />;
export const Fair = () => <StrengthMeter password="Horse2048" />;
export const Strong = () => <StrengthMeter password="Correct-Horse-2048" />;
