// Takes statement files: chosen, or dropped on the panel. Each has its line until the server has it, with its progress
// and Cancel, or why it failed.
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { formatBigNumber } from '../../ui/format/number.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './file-account.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { statementFileTypes } from './statement-file-types.ts'
import { cancelUpload, retryUpload, sendStatement, useUploads, type Upload } from './uploads.ts'

export interface UploadPanelProps {
  readonly accountId: string
  /** Called with the statement of a file that was sent alone. */
  readonly onSent: (statementId: string) => void
}

export function UploadPanel({ accountId, onSent }: UploadPanelProps) {
  const uploads = useUploads(accountId)
  const [isOver, setOver] = useState(false)
  const take = async (files: readonly File[]) => {
    const sent = await Promise.all(files.map((file) => sendStatement(accountId, file)))
    const [only] = sent
    if (sent.length === 1 && only) onSent(only.id)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <Panel title="Upload statements" isPadded>
      <div
        className={classes['drop']}
        data-over={isOver || undefined}
        role="group"
        aria-label="Drop statement files here"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton multiple accept={statementFileTypes} onChange={(files) => void take(files)}>
          {(props) => (
            <Button leftSection={<IconUpload size={16} stroke={1.6} />} {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
        <p className={classes['note']}>
          Or drop them here. Charles Schwab, Interactive Brokers (Flex and activity statement), OFX and QFX, Trading
          212, DEGIRO, eToro, Swissquote, Revolut, Freetrade and Delta are recognised, plain, gzip or zip; for any other
          table you say what its columns mean. Nothing counts before you have seen what becomes of every line.
        </p>
      </div>
      {uploads.length > 0 ? (
        <ul className={classes['uploads']} aria-label="Uploads">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <UploadLine upload={upload} onSent={onSent} />
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}

function UploadLine({ upload, onSent }: { readonly upload: Upload; readonly onSent: UploadPanelProps['onSent'] }) {
  const { file, state, share, reason } = upload
  const retry = async () => {
    const statement = await retryUpload(upload)
    if (statement) onSent(statement.id)
  }
  const isFailed = state === 'failed'
  return (
    <>
      <div className={classes['uploadWords']}>
        {isFailed ? (
          <p role="alert" className={classes['fault']}>
            {`${file.name} was not uploaded. ${reason ?? ''}`}
          </p>
        ) : (
          <ProgressBar
            name={state === 'waiting' ? `${file.name} waits` : `Sending ${file.name}`}
            percent={share * 100}
            detail={`of ${formatBigNumber(file.size)}B`}
          />
        )}
      </div>
      {isFailed && file.size > 0 ? (
        <Button size="xs" variant="default" aria-label={`Send ${file.name} again`} onClick={() => void retry()}>
          Send again
        </Button>
      ) : null}
      <Button
        size="xs"
        variant="subtle"
        aria-label={isFailed ? `Remove ${file.name}` : `Cancel ${file.name}`}
        onClick={() => cancelUpload(upload)}
      >
        {isFailed ? 'Remove' : 'Cancel'}
      </Button>
    </>
  )
}
