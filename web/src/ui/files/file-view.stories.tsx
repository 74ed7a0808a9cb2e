import { FileView } from './file-view.tsx';

export default { component: FileView };

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" /></svg>';
const picture = new Blob([svg], { type: 'image/svg+xml' });
const statement = new Blob(['Statement'], { type: 'application/pdf' });

export const Picture = () => <FileView file={picture} name="proof.svg" alt="Proof of payment" />;
export const ForDownload = () => <FileView file={statement} name="statement.pdf" alt="Statement" />;
