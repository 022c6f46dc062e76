// Schedule: the report is mailed daily, weekly or monthly on New York time. A new schedule takes the displayed report;
// an existing one can change its filters too. Source: docs/rules/trading.md, "Static reports".
import {
  reportFrequencies,
  reportPeriods,
  type ReportFilter,
  type ReportFormat,
  type ReportFrequency,
  type ReportPeriod,
  type ReportSchedule,
} from '@clubfolio/contract'
import { Select, Textarea, TextInput } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSessionUser } from '../../kernel/session.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { FilterFields } from './filter-fields.tsx'
import { FormatField } from './format-field.tsx'
import { readAddress, RecipientList } from './recipient-list.tsx'
import {
  areChosen,
  choicesOf,
  describeChoices,
  filledFiltersOf,
  initialChoices,
  type ReportChoices,
} from './report-choices.ts'
import { useSaveSchedule, type ScheduledOrder } from './schedule-api.ts'
import { frequencyWords, hourWords, monthDayWords, weekdays } from './schedule-words.ts'
import classes from './report.module.css'

export interface ScheduleModalProps {
  readonly reportName: string
  readonly filters: readonly ReportFilter[]
  readonly order: ScheduledOrder
  /** The schedule to edit; absent creates one. */
  readonly schedule?: ReportSchedule
  readonly onClose: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWords(hour) }))
const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: monthDayWords(index + 1),
}))
const periods = Object.entries(reportPeriods).map(([value, label]) => ({ value, label }))

export function ScheduleModal({ reportName, filters, order, schedule, onClose }: ScheduleModalProps) {
  const formId = useId()
  const own = readAddress(useSessionUser()?.email ?? '')
  const [name, setName] = useState(schedule?.name ?? reportName.slice(0, 60))
  const [frequency, setFrequency] = useState<ReportFrequency>(schedule?.frequency ?? 'WEEKLY')
  const [weekday, setWeekday] = useState(schedule?.weekday ?? 1)
  const [monthDay, setMonthDay] = useState(schedule?.monthDay ?? 1)
  const [hour, setHour] = useState(schedule?.hour ?? 7)
  const [period, setPeriod] = useState<ReportPeriod>(schedule?.period ?? 'SAME_LENGTH')
  const [formats, setFormats] = useState<ReportFormat[]>(schedule?.formats ?? ['pdf'])
  const [emails, setEmails] = useState<readonly string[]>(schedule?.emailList ?? (own ? [own] : []))
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState(schedule?.comment ?? '')
  const [choices, setChoices] = useState<ReportChoices>({ ...initialChoices(filters), ...choicesOf(order.filter) })
  const save = useSaveSchedule(onClose)
  // A moving period requires chosen days; a keyword such as "This month" moves on its own.
  const hasDays = filters.some(
    ({ nomenclatorConfigNameKey: key, inputTypeNameKey }) =>
      inputTypeNameKey === 'DATE_RANGE' && Array.isArray(choices[key]),
  )
  const openCount = [
    name.trim() === '',
    emails.length === 0 || typed.trim() !== '',
    formats.length === 0,
    !areChosen(filters, choices),
  ].filter(Boolean).length
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={schedule ? 'Edit schedule' : 'Schedule'}
      subject={reportName}
      icon={IconCalendarRepeat}
      size="medium"
      foot={
        <FormFoot
          form={formId}
          submit={schedule ? 'Save' : 'Accept'}
          openCount={openCount}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (openCount > 0) return
          save.mutate({
            ...order,
            id: schedule?.id ?? null,
            filter: filledFiltersOf(filters, choices),
            name,
            frequency,
            hour,
            formats,
            emailList: [...emails],
            comment,
            weekday: frequency === 'WEEKLY' ? weekday : null,
            monthDay: frequency === 'MONTHLY' ? monthDay : null,
            period: hasDays ? period : null,
          })
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes['timing']}>
          <Select
            label="How often"
            allowDeselect={false}
            data={reportFrequencies.map((value) => ({ value, label: frequencyWords[value] }))}
            value={frequency}
            onChange={(value) => value && setFrequency(value)}
          />
          {frequency === 'WEEKLY' ? (
            <Select
              label="Day"
              allowDeselect={false}
              data={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
              value={String(weekday)}
              onChange={(value) => setWeekday(Number(value))}
            />
          ) : null}
          {frequency === 'MONTHLY' ? (
            <Select
              label="Day"
              allowDeselect={false}
              data={monthDays}
              value={String(monthDay)}
              onChange={(value) => setMonthDay(Number(value))}
            />
          ) : null}
          <Select
            label="Time in New York"
            allowDeselect={false}
            data={hours}
            value={String(hour)}
            onChange={(value) => setHour(Number(value))}
          />
        </div>
        {schedule ? (
          <div className={classes['filters']}>
            <FilterFields
              filters={filters}
              choices={choices}
              onChange={(key, choice) => setChoices((before) => ({ ...before, [key]: choice }))}
            />
          </div>
        ) : null}
        {hasDays ? (
          <Select
            label="Which days it covers"
            allowDeselect={false}
            data={periods}
            value={period}
            onChange={(value) => value && setPeriod(value as ReportPeriod)}
          />
        ) : null}
        <FormatField label="Attached as" formats={formats} onChange={setFormats} />
        <RecipientList emails={emails} onChange={setEmails} typed={typed} onType={setTyped} hasFocus={false} />
        <Textarea
          label="Comment"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {schedule ? null : (
          <ul className={classes['facts']} aria-label="What it shows">
            {describeChoices(filters, choices).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </form>
    </Modal>
  )
}
