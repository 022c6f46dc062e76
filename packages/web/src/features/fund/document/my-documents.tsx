// The documents that a fund shares with its members, in the pages of a member.
import { newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { Button, Skeleton } from '@mantine/core'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { useDownloadDocument, useMyDocuments, type MemberPlace } from './document-api.ts'
import { describeKind, describeSize } from './document-words.ts'
import classes from './document.module.css'
import fundClasses from '../fund.module.css'

export function MyDocuments({ accountId, memberId }: MemberPlace) {
  const documents = useMyDocuments({ accountId, memberId })
  const download = useDownloadDocument(accountId, memberId)
  if (documents.isError)
    return (
      <FailedState
        title="The documents could not be loaded"
        why={documents.error.message}
        onRetry={() => void documents.refetch()}
      />
    )
  if (!documents.data) return <Skeleton height={60} />
  if (documents.data.length === 0)
    return <p className={fundClasses['none']}>No documents yet. What the fund shares with its members appears here.</p>
  return (
    <ul className={classes['list']} aria-label="Documents">
      {documents.data.map((document) => (
        <li key={document.id} className={classes['document']}>
          <div className={classes['words']}>
            <p className={classes['title']}>{document.title}</p>
            <p className={classes['facts']}>
              {[
                describeKind(document),
                describeSize(document.byteCount),
                newYorkDateAt(toEpochMs(document.uploadedAt)),
              ].join(' · ')}
            </p>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Download ${document.title}`}
            loading={download.isPending && download.variables === document.id}
            onClick={() => download.mutate(document.id)}
          >
            Download
          </Button>
        </li>
      ))}
    </ul>
  )
}
