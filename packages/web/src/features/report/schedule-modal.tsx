// Schedule: the report is mailed daily, weekly or monthly by the clock of New York. Source: decisions, "Product" (Schedule mails the PDF).
import { reportFrequencies, reportPeriods, type ReportFilter, type ReportFormat, type ReportFrequency, type ReportPeriod } from '@clubfolio/contract'
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSessionUser } from '../../kernel/session.ts'
import { useSubmitKey } from '../../kernel/submit-key.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { ReportOrder } from './api.ts'
import { readAddress, RecipientList } from './recipient-list.tsx'
import { useSaveSchedule } from './schedule-api.ts'
import { formatWords, frequencyWords, hourWords, monthDayWords, weekdays } from './schedule-words.ts'
import classes from './report.module.css'

export interface ScheduleModalProps {
  readonly reportName: string
  readonly filters: readonly ReportFilter[]
  /** The choices in words. */
  readonly facts: readonly string[]
  readonly order: ReportOrder
  readonly onClose: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWords(hour) }))
const monthDays = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: monthDayWords(index + 1) }))
const periods = Object.entries(reportPeriods).map(([value, label]) => ({ value, label }))

export function ScheduleModal({ reportName, filters, facts, order, onClose }: ScheduleModalProps) {
  const formId = useId()
  const submitKey = useSubmitKey()
  const own = readAddress(useSessionUser()?.email ?? '')
  const [name, setName] = useState(reportName.slice(0, 60))
  const [frequency, setFrequency] = useState<ReportFrequency>('WEEKLY')
  const [weekday, setWeekday] = useState(1)
  const [monthDay, setMonthDay] = useState(1)
  const [hour, setHour] = useState(7)
  const [period, setPeriod] = useState<ReportPeriod>('SAME_LENGTH')
  const [formats, setFormats] = useState<ReportFormat[]>(['pdf'])
  const [emails, setEmails] = useState<readonly string[]>(own ? [own] : [])
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const save = useSaveSchedule(submitKey.keyFor, onClose)
  // A moving period needs days that were chosen; a word such as "This month" moves by itself.
  const hasDays = filters.some(({ nomenclatorConfigNameKey: key, inputTypeNameKey }) => inputTypeNameKey === 'DATE_RANGE' && order.filter.some((filled) => filled.nomenclatorConfigNameKey === key && Array.isArray(filled.selectedItem)))
  const openCount = [name.trim() === '', emails.length === 0 || typed.trim() !== '', formats.length === 0].filter(Boolean).length
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Schedule"
      subject={reportName}
      icon={IconCalendarRepeat}
      size="medium"
      foot={<FormFoot form={formId} submit="Accept" openCount={openCount} isSubmitting={save.isPending} onCancel={onClose} />}
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (openCount > 0) return
          save.mutate({
            ...order, name, frequency, hour, formats, emailList: [...emails], comment, weekday: frequency === 'WEEKLY' ? weekday : null, monthDay: frequency === 'MONTHLY' ? monthDay : null,
            period: hasDays ? period : null,
          })
        }}
      >
        <TextInput label="Name" withAsterisk data-autofocus maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <div className={classes['timing']}>
          <Select label="How often" allowDeselect={false} data={reportFrequencies.map((value) => ({ value, label: frequencyWords[value] }))} value={frequency} onChange={(value) => value && setFrequency(value)} />
          {frequency === 'WEEKLY' ? <Select label="Day" allowDeselect={false} data={weekdays.map((label, index) => ({ value: String(index + 1), label }))} value={String(weekday)} onChange={(value) => setWeekday(Number(value))} /> : null}
          {frequency === 'MONTHLY' ? <Select label="Day" allowDeselect={false} data={monthDays} value={String(monthDay)} onChange={(value) => setMonthDay(Number(value))} /> : null}
          <Select label="Time in New York" allowDeselect={false} data={hours} value={String(hour)} onChange={(value) => setHour(Number(value))} />
        </div>
        {hasDays ? <Select label="Which days it covers" allowDeselect={false} data={periods} value={period} onChange={(value) => value && setPeriod(value as ReportPeriod)} /> : null}
        <Checkbox.Group label="Attached as" value={formats} onChange={(values) => setFormats(values)}>
          <div className={classes['radios']}>
            {(Object.keys(formatWords) as ReportFormat[]).map((format) => <Checkbox key={format} size="xs" value={format} label={formatWords[format]} />)}
          </div>
        </Checkbox.Group>
        <RecipientList emails={emails} onChange={setEmails} typed={typed} onType={setTyped} hasFocus={false} />
        <Textarea label="Comment" autosize minRows={2} maxRows={6} maxLength={2000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
        <ul className={classes['facts']} aria-label="What it shows">
          {facts.map((fact) => <li key={fact}>{fact}</li>)}
        </ul>
      </form>
    </Modal>
  )
}
