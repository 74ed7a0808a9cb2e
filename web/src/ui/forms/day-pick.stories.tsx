import { DayPick } from './day-pick.tsx';

export default { component: DayPick };

export const Empty = () => <DayPick label="From" day="" onPick={() => undefined} />;
export const Filled = () => <DayPick label="From" day="2026-11-20" onPick={() => undefined} />;
