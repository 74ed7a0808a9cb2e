/** A file in memory: a picture is shown, anything else is offered for download. Its object URL is revoked with the view. */
import { i18n } from '@lingui/core';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Skeleton } from '../content/states.tsx';
import { buttonClass } from '../controls/button.tsx';
import { Icon } from '../graphics/icon.tsx';

export function FileView({ file, name, alt }: { file: Blob; name: string; alt: string }) {
  const [url, setUrl] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!url) return <Skeleton className="h-48 w-full" />;
  if (file.type.startsWith('image/') && !broken) {
    return (
      <img
        src={url}
        alt={alt}
        onError={() => setBroken(true)}
        className="max-h-96 w-full rounded-card border border-line bg-raised object-contain"
      />
    );
  }
  return (
    <a href={url} download={name} className={`${buttonClass('secondary', 'small')} self-start`}>
      <Icon of={FileText} />
      {i18n._({ id: 'proof.download', message: 'Download proof' })}
    </a>
  );
}
