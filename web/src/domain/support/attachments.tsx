/** The files of a message. Each opens in a viewer and is fetched only then. */
import type { RouteType } from '@fairline/proto/contract';
import type { TicketMessage } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { download } from '../../client/requests/call.ts';
import { figureText } from '../../figures.ts';
import { ErrorState } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FileViewer } from '../../ui/files/file-viewer.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

type Attachment = TicketMessage['attachments'][number];

const bytesPerMB = 1024 * 1024;

/** `route` returns the bytes for an id. */
export function Attachments({ files, route }: { files: readonly Attachment[]; route: RouteType }) {
  const [open, setOpen] = useState<Attachment>();
  if (files.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {files.map((file) => (
        <Button key={file.id} look="secondary" size="small" onClick={() => setOpen(file)}>
          <Icon of={Paperclip} />
          <span className="max-w-48 truncate">{file.fileName}</span>
          <span className="figures text-12 text-ink-soft">
            {figureText((file.fileSize / bytesPerMB).toFixed(2))} MB
          </span>
        </Button>
      ))}
      {open && <Viewer file={open} route={route} onClose={() => setOpen(undefined)} />}
    </span>
  );
}

function Viewer({ file, route, onClose }: { file: Attachment; route: RouteType; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['files', route.path, file.id],
    queryFn: () => download(route, { params: { id: file.id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <FileViewer
      title={file.fileName}
      alt={file.fileName}
      name={file.fileName}
      file={data}
      failure={
        !data &&
        error && (
          <ErrorState
            title={i18n._({ id: 'attachment.failed', message: 'The file could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )
      }
      onClose={onClose}
    />
  );
}
