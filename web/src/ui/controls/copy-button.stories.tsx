import { CopyButton } from './copy-button.tsx';

export default { component: CopyButton };

export const Default = () => <CopyButton text="FAIR-2048" what="the reference" />;
