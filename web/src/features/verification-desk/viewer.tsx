/** The documents of a verification in the full window, page by page. Each page that is opened is recorded in the audit log. */
import type { OperatorDocument } from '@fairline/proto/kyc/desk';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { documentName } from '../../domain/kyc/labels.ts';
import { ErrorState } from '../../ui/content/states.tsx';
import { FileViewer } from '../../ui/files/file-viewer.tsx';
import { documentPageQuery } from './queries.ts';

interface ViewerProps {
  documents: readonly OperatorDocument[];
  open: OperatorDocument;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function DocumentViewer({ documents, open, onOpen, onClose }: ViewerProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(documentPageQuery(open.id, page));
  const all = documents.flatMap(({ id, pages }) => Array.from({ length: pages }, (_, at) => ({ id, page: at + 1 })));
  const at = all.findIndex((one) => one.id === open.id && one.page === page);
  const go = (step: number) => {
    const next = all[at + step];
    if (!next) return;
    setPage(next.page);
    onOpen(next.id);
  };
  const name = documentName(open.type);
  const title =
    open.pages > 1
      ? i18n._({
          id: 'viewer.page',
          message: '{name}, page {page} of {pages}',
          values: { name, page, pages: open.pages },
        })
      : name;
  return (
    <FileViewer
      title={title}
      alt={title}
      name={`${open.type}-${page}.jpg`}
      file={data}
      failure={
        error && (
          <ErrorState
            title={i18n._({ id: 'viewer.failed', message: 'This document could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )
      }
      onStep={go}
      steps={{ back: at > 0, on: at < all.length - 1 }}
      onClose={onClose}
    />
  );
}
