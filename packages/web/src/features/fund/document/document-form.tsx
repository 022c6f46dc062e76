// Uploads a document: a file, what it is, and who reads it. A replacement starts with what it replaces.
import {
  documentReaders,
  documentRoutes,
  largestDocumentBytes,
  type DocumentKind,
  type DocumentReader,
  type FundDocument,
} from '@clubfolio/contract'
import { Button, Checkbox, FileButton, SegmentedControl, TextInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { ProgressBar } from '../../file-account/progress-bar.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { useUploadDocument } from './document-api.ts'
import { describeSize, documentReaderNames } from './document-words.ts'
import classes from './document.module.css'
import fundClasses from '../fund.module.css'

const schema = documentRoutes.uploadDocument.query.pick({ meetingDay: true })

interface DocumentValues {
  readonly file: File | null
  readonly title: string
  readonly kind: DocumentKind
  readonly meetingDay: string | null
  readonly readers: readonly DocumentReader[]
}

export interface DocumentFormProps {
  readonly accountId: string
  /** Undefined for a document of its own. */
  readonly replaced: FundDocument | undefined
  /** Called when the document is kept, or the form cancelled. */
  readonly onDone: () => void
}

export function DocumentForm({ accountId, replaced, onDone }: DocumentFormProps) {
  const { isOwner } = useFundRights()
  const form = useCheckedForm<DocumentValues>({
    initialValues: {
      file: null,
      title: replaced?.title ?? '',
      kind: replaced?.kind ?? 'DOCUMENT',
      meetingDay: replaced?.meetingDay ?? null,
      readers:
        replaced?.readers ?? (isOwner ? ['TREASURER', 'APPROVER', 'AUDITOR', 'MEMBER'] : ['TREASURER', 'MEMBER']),
    },
    schema,
    toInput: ({ meetingDay }) => (meetingDay === null ? {} : { meetingDay }),
    ownErrors: ({ file, title, kind, meetingDay }) => ({
      file: fileIssue(file),
      title: title.trim() === '' ? 'Title is required.' : undefined,
      meetingDay: kind === 'MINUTES' && meetingDay === null ? 'Choose the day of the meeting.' : undefined,
    }),
    refusalFields: {
      documentTooLarge: 'file',
      documentNotPdf: 'file',
      documentActive: 'file',
      documentUnchecked: 'file',
      documentsFull: 'file',
    },
  })
  const upload = useUploadDocument()
  const [share, setShare] = useState(0)
  const [control, setControl] = useState<AbortController>()
  const { file, kind, readers } = form.values
  const fileError = form.errorOf('file')
  const send = form.submit(async ({ title, meetingDay }) => {
    if (file === null) return
    const started = new AbortController()
    setControl(started)
    setShare(0)
    const sent = await sendUnlessCancelled(started.signal, () =>
      upload.mutateAsync({
        accountId,
        file,
        query: {
          title: title.trim(),
          kind,
          readers: [...readers],
          ...(kind === 'MINUTES' && meetingDay !== null ? { meetingDay } : {}),
          ...(replaced ? { replaces: replaced.id } : {}),
        },
        signal: started.signal,
        onSent: setShare,
      }),
    )
    if (sent) onDone()
  })
  return (
    <section aria-label={replaced ? `Replace ${replaced.title}` : 'Upload a document'}>
      <h3 className={fundClasses['heading']}>{replaced ? `Replace ${replaced.title}` : 'Upload a document'}</h3>
      <form className={classes['form']} noValidate onSubmit={send}>
        <div className={classes['file']}>
          <FileButton
            accept="application/pdf,.pdf"
            onChange={(chosen) => {
              form.setFieldValue('file', chosen)
              form.leave('file')
              if (chosen && form.values.title.trim() === '')
                form.setFieldValue('title', chosen.name.replace(/\.pdf$/i, '').slice(0, 120))
            }}
          >
            {(props) => (
              <Button
                variant="default"
                leftSection={<IconFileUpload size={16} stroke={1.6} />}
                aria-describedby="document-file"
                {...props}
              >
                {file ? 'Choose another file' : 'Choose file'}
              </Button>
            )}
          </FileButton>
          <p
            id="document-file"
            role={fileError === undefined ? undefined : 'alert'}
            className={fileError === undefined ? classes['facts'] : classes['fault']}
          >
            {fileError ??
              (file ? `${file.name}, ${describeSize(file.size)}` : 'A PDF of at most 10 MB, without scripts.')}
          </p>
        </div>
        <TextInput className={classes['wide']} label="Title" withAsterisk maxLength={120} {...form.field('title')} />
        <SegmentedControl
          aria-label="Kind of document"
          data={[
            { value: 'DOCUMENT', label: 'Document' },
            { value: 'MINUTES', label: 'Minutes' },
          ]}
          value={kind}
          onChange={(chosen) => form.setFieldValue('kind', chosen)}
        />
        {kind === 'MINUTES' ? <DayPicker label="Day of the meeting" isRequired {...form.field('meetingDay')} /> : null}
        <Checkbox.Group
          label="Read by"
          description="The owner of the fund reads every document."
          value={[...readers]}
          error={form.errorOf('readers')}
          onChange={(chosen) =>
            form.setFieldValue(
              'readers',
              documentReaders.filter((one) => chosen.includes(one)),
            )
          }
        >
          <div className={classes['readers']}>
            {documentReaders.map((reader) => (
              <Checkbox
                key={reader}
                value={reader}
                label={documentReaderNames[reader]}
                // A treasurer reads what they upload.
                disabled={!isOwner && reader === 'TREASURER'}
              />
            ))}
          </div>
        </Checkbox.Group>
        {upload.isPending ? (
          <div className={classes['sending']}>
            <div className={classes['bar']}>
              <ProgressBar
                name={share < 1 ? `Sending ${file?.name ?? ''}` : `Checking ${file?.name ?? ''}`}
                percent={share * 100}
                {...(file ? { detail: `of ${describeSize(file.size)}` } : {})}
              />
            </div>
            <Button size="compact-sm" variant="subtle" onClick={() => control?.abort()}>
              Cancel
            </Button>
          </div>
        ) : (
          <div className={classes['acts']}>
            <DisabledReason reason={form.openCount > 0 ? 'Choose a file and fill in the marked fields' : undefined}>
              <Button type="submit">{replaced ? 'Replace' : 'Upload'}</Button>
            </DisabledReason>
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}

/** Returns false for an upload that was cancelled, which is no failure. */
async function sendUnlessCancelled(signal: AbortSignal, send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

function fileIssue(file: File | null): string | undefined {
  if (file === null) return 'Choose a PDF file.'
  if (file.size > largestDocumentBytes) return `${file.name} has more than 10 MB. Choose a smaller PDF.`
  return file.size === 0 ? `${file.name} is empty. Choose another file.` : undefined
}
