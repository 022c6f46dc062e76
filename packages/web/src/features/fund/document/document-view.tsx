// The documents of a fund: the list of those that the reader may read, and, for owner and treasurer, upload,
// replacement and removal.
import type { FundDocument } from '@clubfolio/contract'
import { newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { confirmWithReason } from '../../../ui/confirm.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { useDocuments, useDownloadDocument, useRemoveDocument } from './document-api.ts'
import { DocumentForm } from './document-form.tsx'
import { describeKind, describeReaders, describeSize } from './document-words.ts'
import classes from './document.module.css'
import fundClasses from '../fund.module.css'

export function DocumentView({ accountId }: { readonly accountId: string }) {
  const documents = useDocuments(accountId)
  const { mayRecord } = useFundRights()
  /** The document that is replaced, or a new one; undefined while nothing is uploaded. */
  const [uploaded, setUploaded] = useState<FundDocument | 'new'>()
  return (
    <>
      {uploaded !== undefined ? (
        <DocumentForm
          // Another one begins with what it replaces.
          key={uploaded === 'new' ? 'new' : uploaded.id}
          accountId={accountId}
          replaced={uploaded === 'new' ? undefined : uploaded}
          onDone={() => setUploaded(undefined)}
        />
      ) : mayRecord ? (
        <div className={classes['open']}>
          <Button leftSection={<IconFileUpload size={16} stroke={1.6} />} onClick={() => setUploaded('new')}>
            Upload a document
          </Button>
        </div>
      ) : null}
      <section aria-label="Documents">
        <h3 className={fundClasses['heading']}>Documents</h3>
        {documents.isError ? (
          <FailedQuery query={documents} title="The documents could not be loaded" />
        ) : !documents.data ? (
          <Skeleton height={120} />
        ) : documents.data.documents.length === 0 ? (
          <p className={fundClasses['none']}>
            {mayRecord
              ? 'No documents yet. Upload rules, contracts or minutes, and choose who reads each of them.'
              : 'No documents yet. Rules, contracts and minutes that you may read appear here.'}
          </p>
        ) : (
          <ul className={classes['list']}>
            {documents.data.documents.map((document) => (
              <DocumentLine
                key={document.id}
                accountId={accountId}
                document={document}
                onReplace={mayRecord ? () => setUploaded(document) : undefined}
              />
            ))}
          </ul>
        )}
        {documents.data && documents.data.usedBytes > 0 ? (
          <p className={fundClasses['none']}>
            {`${describeSize(documents.data.usedBytes)} of ${describeSize(documents.data.mostBytes)} used by all ` +
              'documents of the fund.'}
          </p>
        ) : null}
      </section>
    </>
  )
}

interface DocumentLineProps {
  readonly accountId: string
  readonly document: FundDocument
  /** Undefined for those who only read. */
  readonly onReplace: (() => void) | undefined
}

function DocumentLine({ accountId, document, onReplace }: DocumentLineProps) {
  const { id, title } = document
  const download = useDownloadDocument(accountId)
  const removal = useRemoveDocument()
  const remove = async () => {
    const reason = await confirmWithReason({
      question: `Do you want to remove ${title}?`,
      consequence: 'Its file is deleted. The history still shows that it existed, who removed it and why.',
      accept: 'Remove',
      isDanger: true,
    })
    if (reason !== undefined) removal.mutate({ accountId, id, reason })
  }
  return (
    <li className={classes['document']}>
      <div className={classes['words']}>
        <p className={classes['title']}>{title}</p>
        <p className={classes['facts']}>{factsOf(document).join(' · ')}</p>
      </div>
      <div className={classes['acts']}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Download ${title}`}
          loading={download.isPending}
          onClick={() => download.mutate(id)}
        >
          Download
        </Button>
        {onReplace ? (
          <>
            <Button size="compact-sm" variant="subtle" aria-label={`Replace ${title}`} onClick={onReplace}>
              Replace
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Remove ${title}`}
              loading={removal.isPending}
              onClick={() => void remove()}
            >
              Remove
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

const factsOf = (document: FundDocument): readonly string[] => [
  describeKind(document),
  describeReaders(document.readers),
  describeSize(document.byteCount),
  `${newYorkDateAt(toEpochMs(document.uploadedAt))}${document.uploadedBy === null ? '' : ` by ${document.uploadedBy}`}`,
]
