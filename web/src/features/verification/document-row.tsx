/** One type of document: its status, its picture, and a field to drop or choose a file. */
import {
  type Document,
  type DocumentType,
  documentRefusals,
  documentRoutes,
  documentRules,
} from '@fairline/proto/kyc/documents';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { documentName, documentStatus } from '../../domain/kyc/labels.ts';
import { figureText } from '../../figures.ts';
import { fieldText, refusalText } from '../../refusals.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { fileFault } from '../../ui/files/file-fault.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { cx } from '../../ui/theme/cx.ts';
import { ownDocumentQuery } from './queries.ts';

const bytesPerMB = 1024 * 1024;
const { accepts: types, maxBytes } = documentRules;

interface RowProps {
  type: DocumentType;
  document: Document | undefined;
  canUpload: boolean;
}

export function DocumentRow({ type, document, canUpload }: RowProps) {
  const name = documentName(type);
  const [status, tone] = document
    ? documentStatus(document.status)
    : ([i18n._({ id: 'document.notUploaded', message: 'Not uploaded' }), 'plain'] as const);
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-strong">{name}</h3>
        <Badge tone={tone}>{status}</Badge>
      </div>
      {document && <Uploaded document={document} name={name} />}
      {canUpload && <UploadField type={type} name={name} again={document !== undefined} />}
    </li>
  );
}

function Uploaded({ document, name }: { document: Document; name: string }) {
  const { fileName, fileSize, pages, uploadedAt, expiresAt, status, rejectionReason } = document;
  return (
    <div className="flex gap-3 text-13">
      <Preview id={document.id} name={name} />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="truncate font-medium">{fileName}</p>
        <p className="text-12 text-ink-soft">
          <span className="figures">{figureText((fileSize / bytesPerMB).toFixed(2))} MB</span>
          {pages > 1 && ` · ${i18n._({ id: 'document.pages', message: '{pages} pages', values: { pages } })}`} ·{' '}
          <When at={uploadedAt} />
        </p>
        {status === 'approved' && (
          <p className="text-12 text-ink-soft">
            {i18n._({ id: 'document.validUntil', message: 'Valid until' })} <When at={expiresAt} />
          </p>
        )}
        {status === 'rejected' && rejectionReason && <p className="text-down">{rejectionReason}</p>}
        {status === 'expired' && (
          <p className="text-ink-soft">
            {i18n._({ id: 'document.expiredHint', message: 'This document has expired. Please upload a current one.' })}
          </p>
        )}
      </div>
    </div>
  );
}

/** A picture that cannot be shown is left out. */
function Preview({ id, name }: { id: string; name: string }) {
  const { data } = useQuery(ownDocumentQuery(id));
  const [url, setUrl] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (!url || broken) return null;
  return (
    <img
      src={url}
      alt={i18n._({ id: 'document.preview', message: '{name} as uploaded', values: { name } })}
      onError={() => setBroken(true)}
      className="h-20 w-28 shrink-0 rounded-control border border-line bg-raised object-cover object-top"
    />
  );
}

/** The file itself is not part of the intent; its name, size and modification time identify it. */
interface Sent {
  type: DocumentType;
  name: string;
  size: number;
  changedAt: number;
}

function UploadField({ type, name, again }: { type: DocumentType; name: string; again: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);
  const [fault, setFault] = useState<string>();
  const [over, setOver] = useState(false);
  const sending = useAction<Sent, Document>({
    run: (_sent, key) => call(documentRoutes.uploadDocument, { body: { type }, file: chosen.current, key }),
    onDone: () =>
      notify.success(
        i18n._({ id: 'document.uploaded', message: '{document} uploaded successfully', values: { document: name } }),
      ),
    touches: [['kyc']],
  });
  const take = (file: File | undefined) => {
    if (!file || sending.isPending) return;
    const found = fileFault(file, {
      types,
      maxBytes,
      wrongType: refusalText(documentRefusals.fileType),
      tooLarge: refusalText(documentRefusals.tooLarge),
    });
    setFault(found);
    if (found) return;
    chosen.current = file;
    sending.mutate({ type, name: file.name, size: file.size, changedAt: file.lastModified });
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const error =
    fault ??
    (sending.failure &&
      `${i18n._({ id: 'document.failed', message: 'Upload failed' })}: ${errorText(sending.failure)}`);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className="flex flex-col gap-1">
      <input
        ref={input}
        id={id}
        type="file"
        accept={documentRules.accepts.join(',')}
        aria-label={i18n._({ id: 'document.file', message: 'File of {name}', values: { name } })}
        onChange={({ target }) => take(target.files?.[0])}
        className="sr-only"
        tabIndex={-1}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra for the pointer; the button inside does the same. */}
      <div
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-dashed px-3 py-2',
          over ? 'border-act bg-act-soft' : 'border-control',
        )}
      >
        <Button
          look="secondary"
          size="small"
          busy={sending.isPending}
          aria-describedby={`${id}-words`}
          onClick={() => input.current?.click()}
        >
          {!sending.isPending && <Icon of={Upload} />}
          {uploadText(name, again, sending.isPending)}
        </Button>
        <span className="text-12 text-ink-soft">
          {i18n._({ id: 'document.rule', message: 'or drop it here. JPG, PNG or PDF, up to 5 MB' })}
        </span>
      </div>
      {sending.isPending && (
        <span
          role="progressbar"
          aria-label={uploadText(name, again, true)}
          className="h-1 animate-breathe rounded-full bg-act"
        />
      )}
      <p id={`${id}-words`} aria-live="polite" className="text-12 text-down">
        {error && (
          <span className="flex items-start gap-1">
            <Icon of={CircleAlert} />
            {fieldText(error)}
          </span>
        )}
      </p>
    </div>
  );
}

function uploadText(name: string, again: boolean, busy: boolean): string {
  if (busy) return i18n._({ id: 'document.uploading', message: 'Uploading {name}', values: { name } });
  return again
    ? i18n._({ id: 'document.replace', message: 'Upload {name} again', values: { name } })
    : i18n._({ id: 'document.upload', message: 'Upload {name}', values: { name } });
}
