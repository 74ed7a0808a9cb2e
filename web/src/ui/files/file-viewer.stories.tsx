import { Notice } from '../content/states.tsx';
import { FileViewer } from './file-viewer.tsx';

export default { component: FileViewer };

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="gray" /></svg>';
const picture = new Blob([svg], { type: 'image/svg+xml' });
const fixed = {
  title: 'Passport',
  alt: 'The first page of the passport',
  name: 'passport.svg',
  onClose: () => undefined,
};

export const Picture = () => <FileViewer {...fixed} file={picture} />;
export const OneOfSeveral = () => (
  <FileViewer {...fixed} file={picture} steps={{ back: false, on: true }} onStep={() => undefined} />
);
export const Loading = () => <FileViewer {...fixed} file={undefined} />;
export const NotAPicture = () => <FileViewer {...fixed} file={new Blob(['Statement'], { type: 'application/pdf' })} />;
export const Failed = () => (
  <FileViewer {...fixed} file={undefined} failure={<Notice tone="down">The file is no longer stored.</Notice>} />
);
