import { useState } from 'react';
import { FileField } from './file-field.tsx';

export default { component: FileField };

const fixed = {
  label: 'Proof of payment',
  help: 'PNG or JPEG, up to 5 MB',
  accept: 'image/png',
  onFile: () => undefined,
};
const proof = new File(['proof'], 'transfer-of-20-november-from-the-savings-account.png', { type: 'image/png' });

export const Empty = () => {
  const [file, setFile] = useState<File>();
  return <FileField {...fixed} file={file} onFile={setFile} />;
};
export const LongName = () => (
  <div className="w-full max-w-form">
    <FileField {...fixed} file={proof} />
  </div>
);
export const WithError = () => <FileField {...fixed} file={undefined} error="Choose a picture" />;
