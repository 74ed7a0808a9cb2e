import { ExportButton } from './export-button.tsx';

export default { component: ExportButton };

export const Default = () => <ExportButton busy={false} onExport={() => undefined} />;
export const Busy = () => <ExportButton busy onExport={() => undefined} />;
