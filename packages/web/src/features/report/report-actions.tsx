// The actions on a report: print it, mail it, download it as a file, which need rows; save its filters and schedule it,
// which do not.
// Source: docs/rules/trading.md, "Static reports".
import { largeReportRows, type ReportDetails, type ReportFormat } from '@clubfolio/contract'
import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconCalendarRepeat,
  IconChevronDown,
  IconFileDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconMail,
  IconPrinter,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { downloadBlob } from '../../ui/download-blob.ts'
import { formatCount } from '../../ui/format/number.ts'
import { printBlob } from '../../ui/print-blob.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSendOnce } from '../../ui/use-send-once.ts'
import { generateFile, type ReportFileRequest, type ReportQuestion } from './api.ts'
import { PrepareModal } from './prepare-modal.tsx'
import { RecipientModal } from './recipient-modal.tsx'
import { describeChoices, type FilterChoices } from './report-choices.ts'
import { RunListModal } from './run-list-modal.tsx'
import { SaveFilterModal } from './save-filter-modal.tsx'
import { ScheduleModal } from './schedule-modal.tsx'

export interface ReportActionsProps {
  readonly details: ReportDetails
  /** Undefined until every filter has a choice. */
  readonly question: ReportQuestion | undefined
  /** The visible columns, which the files contain too. */
  readonly columns: readonly string[]
  /** The number of rows; undefined until known. */
  readonly total: number | undefined
  /** The last attempt to read the rows failed. */
  readonly isFailed: boolean
  /** True when changed filters have not been applied yet. */
  readonly isChanged: boolean
  /** Returns true when every filter has a choice; otherwise shows a message. */
  readonly onCheck: () => boolean
  /** The applied choices. */
  readonly choices: FilterChoices
}

interface WrittenFile {
  readonly content: Blob
  readonly fileName: string
}

const ofShown = 'These actions use what is shown, not the filters you changed.'

/** Returns why the report can be neither printed nor sent; undefined when it can. */
function describeMissing({ question, total, isFailed }: ReportActionsProps): string | undefined {
  if (question === undefined) return 'There is no data yet: choose filters and show the report'
  if (total === undefined)
    return isFailed ? 'The report could not be read. It can be saved and scheduled.' : 'The report is being read.'
  return total === 0 ? 'The report has no rows to print or send. It can be saved and scheduled.' : undefined
}

export function ReportActions(props: ReportActionsProps) {
  const { details, question, columns, total, isChanged, onCheck, choices } = props
  const [open, setOpen] = useState<'mail' | 'save' | 'schedule' | 'prepare' | 'runs'>()
  const [isWriting, setWriting] = useState(false)
  // A menu that closes can still be clicked.
  const writeOnce = useSendOnce()
  const request: ReportFileRequest | undefined = question && { ...question, column: [...columns] }
  const isReady = (total ?? 0) > 0 && request !== undefined
  const missing = describeMissing(props)
  const isLarge = isReady && total! >= largeReportRows
  const facts = describeChoices(details.filter, choices)
  /** A failed call has already shown its error. */
  const write = (format: ReportFormat, use: (file: WrittenFile) => Promise<void> | void) =>
    writeOnce(async () => {
      setWriting(true)
      try {
        await use(await generateFile[format](request!))
      } catch {
        // The interceptor has shown why.
      } finally {
        setWriting(false)
      }
    })
  const download = (format: ReportFormat) =>
    void write(format, ({ content, fileName }) => downloadBlob(content, fileName))
  const print = (file: WrittenFile) =>
    printBlob(file.content).catch(() => {
      downloadBlob(file.content, file.fileName)
      showToast({
        tone: 'info',
        title: 'Print',
        message: 'This browser cannot print the file from here; it was downloaded instead.',
      })
    })
  /** What takes the filters alone needs no rows. */
  const item = (label: string, Mark: Icon, act: () => void, isPossible = isReady) => (
    <Menu.Item leftSection={<Mark size={14} stroke={1.6} />} disabled={!isPossible} onClick={() => onCheck() && act()}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={12} stroke={1.6} />} loading={isWriting}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {missing === undefined ? null : (
            <Menu.Label maw={240} style={{ whiteSpace: 'normal' }}>
              {missing}
            </Menu.Label>
          )}
          {request && isChanged ? (
            <Menu.Label maw={240} style={{ whiteSpace: 'normal' }}>
              {ofShown}
            </Menu.Label>
          ) : null}
          {item('Print', IconPrinter, () => void write('pdf', print))}
          {item('Save', IconBookmark, () => setOpen('save'), request !== undefined)}
          {item('Schedule', IconCalendarRepeat, () => setOpen('schedule'), request !== undefined)}
          {item('Send by email', IconMail, () => setOpen('mail'))}
          {item('PDF', IconFileTypePdf, () => download('pdf'))}
          {item('Excel', IconFileSpreadsheet, () => download('xlsx'))}
          {item('CSV', IconFileTypeCsv, () => download('csv'))}
          <Menu.Divider />
          {item('Prepare in the background', IconFileDownload, () => setOpen('prepare'))}
          {isLarge ? (
            <Menu.Label maw={240} style={{ whiteSpace: 'normal' }}>
              {formatCount(total ?? 0)} rows take a while: prepared in the background they need not be waited for.
            </Menu.Label>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {open === 'mail' && request ? (
        <RecipientModal reportName={details.name} request={request} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'schedule' && request ? (
        <ScheduleModal
          reportName={details.name}
          filters={details.filter}
          request={request}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'prepare' && request ? (
        <PrepareModal
          reportName={details.name}
          request={request}
          facts={facts}
          onClose={() => setOpen(undefined)}
          onBegun={() => setOpen('runs')}
        />
      ) : null}
      {open === 'runs' ? <RunListModal onClose={() => setOpen(undefined)} /> : null}
      {open === 'save' && request ? (
        <SaveFilterModal request={request} facts={facts} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  )
}
