// The documents that a fund shares with its members, as a part of a member's home. Without any there is no such part.
import type { MyParticipation } from '@clubfolio/contract'
import { newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { SparsePanel } from '../../../ui/sparse-panel.tsx'
import { useDownloadDocument, useMyDocuments } from './document-api.ts'
import { describeKind, describeSize } from './document-words.ts'
import classes from './document.module.css'

export interface DocumentsSectionProps {
  /** The member's part in the fund that is shown. */
  readonly place: Pick<MyParticipation, 'accountId' | 'memberId'>
}

export function DocumentsSection({ place: { accountId, memberId } }: DocumentsSectionProps) {
  const documents = useMyDocuments({ accountId, memberId })
  const download = useDownloadDocument(accountId, memberId)
  return (
    <SparsePanel title="Documents" query={documents} failure="The documents could not be loaded" isPadded>
      {(listed) => (
        <ul className={classes['list']} aria-label="Documents">
          {listed.map((document) => (
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
      )}
    </SparsePanel>
  )
}
