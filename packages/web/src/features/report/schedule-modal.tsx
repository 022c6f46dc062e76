// Schedule: the report is mailed daily, weekly or monthly on New York time. A new schedule takes the displayed report;
// an existing one can change its filters too. Source: docs/rules/trading.md, "Static reports".
import {
  maxLengthOf,
  reportDeliveryRoutes,
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
import { useSessionUser } from '../../kernel/session.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { FactList } from './fact-list.tsx'
import { FilterFields } from './filter-fields.tsx'
import { FormatField } from './format-field.tsx'
import { RecipientList } from './recipient-list.tsx'
import { readAddress, takeTyped, untakenText, withTyped } from './recipient-text.ts'
import { areChosen, choicesOf, filledFiltersOf, initialChoices, type FilterChoices } from './report-choices.ts'
import { useSaveSchedule, type ScheduledRequest } from './schedule-api.ts'
import {
  describeCoveredDays,
  describeScheduled,
  frequencyLabels,
  formatHour,
  formatMonthDay,
  weekdays,
} from './schedule-words.ts'
import classes from './report.module.css'

export interface ScheduleModalProps {
  readonly reportName: string
  readonly filters: readonly ReportFilter[]
  readonly request: ScheduledRequest
  /** The schedule to edit; absent creates one. */
  readonly schedule?: ReportSchedule
  readonly onClose: () => void
}

interface ScheduleValues {
  readonly name: string
  readonly frequency: ReportFrequency
  readonly weekday: number
  readonly monthDay: number
  readonly hour: number
  readonly period: ReportPeriod
  readonly formats: ReportFormat[]
  readonly emailList: string[]
  /** Addresses that were typed and not added yet; they count. */
  readonly typed: string
  readonly comment: string
  readonly choices: FilterChoices
}

const schema = reportDeliveryRoutes.saveSchedule.body.pick({
  name: true,
  formats: true,
  emailList: true,
  comment: true,
})
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }))
const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonthDay(index + 1),
}))
const periods = Object.entries(reportPeriods).map(([value, label]) => ({ value, label }))

export function ScheduleModal({ reportName, filters, request, schedule, onClose }: ScheduleModalProps) {
  const own = readAddress(useSessionUser()?.email ?? '')
  const form = useCheckedForm<ScheduleValues>({
    initialValues: {
      name: schedule?.name ?? reportName.slice(0, maxLengthOf(schema.shape.name)),
      frequency: schedule?.frequency ?? 'WEEKLY',
      weekday: schedule?.weekday ?? 1,
      monthDay: schedule?.monthDay ?? 1,
      hour: schedule?.hour ?? 7,
      period: schedule?.period ?? 'SAME_LENGTH',
      formats: schedule?.formats ?? ['pdf'],
      emailList: schedule?.emailList ?? (own ? [own] : []),
      typed: '',
      comment: schedule?.comment ?? '',
      choices: { ...initialChoices(filters), ...choicesOf(request.filter) },
    },
    schema,
    toInput: withTyped,
    ownErrors: (values) => ({
      ...untakenText(values),
      ...(areChosen(filters, values.choices) ? {} : { choices: 'Choose every filter of the report.' }),
    }),
  })
  const { frequency, weekday, monthDay, hour, period, formats, emailList, typed, choices } = form.values
  const save = useSaveSchedule(onClose)
  // A moving period requires chosen days; a keyword such as "This month" moves on its own.
  const hasDays = filters.some(
    ({ nomenclatorConfigNameKey: key, inputTypeNameKey }) =>
      inputTypeNameKey === 'DATE_RANGE' && Array.isArray(choices[key]),
  )
  const submit = form.submit(({ name, comment, ...recipients }) =>
    save.mutateAsync({
      ...request,
      id: schedule?.id ?? null,
      filter: filledFiltersOf(filters, choices),
      name,
      frequency,
      hour,
      formats,
      emailList: takeTyped(recipients).emailList,
      comment,
      weekday: frequency === 'WEEKLY' ? weekday : null,
      monthDay: frequency === 'MONTHLY' ? monthDay : null,
      period: hasDays ? period : null,
    }),
  )
  return (
    <FormModal
      title={schedule ? 'Edit schedule' : 'Schedule'}
      subject={reportName}
      icon={IconCalendarRepeat}
      size="medium"
      submit={schedule ? 'Save' : 'Accept'}
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" withAsterisk data-autofocus {...form.textField('name')} />
      <div className={classes['timing']}>
        <Select
          label="How often"
          allowDeselect={false}
          data={reportFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
          {...form.field('frequency')}
        />
        {frequency === 'WEEKLY' ? (
          <Select
            label="Day"
            allowDeselect={false}
            data={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            value={String(weekday)}
            onChange={(value) => form.setFieldValue('weekday', Number(value))}
          />
        ) : null}
        {frequency === 'MONTHLY' ? (
          <Select
            label="Day"
            allowDeselect={false}
            data={monthDays}
            value={String(monthDay)}
            onChange={(value) => form.setFieldValue('monthDay', Number(value))}
          />
        ) : null}
        <Select
          label="Time in New York"
          allowDeselect={false}
          data={hours}
          value={String(hour)}
          onChange={(value) => form.setFieldValue('hour', Number(value))}
        />
      </div>
      {schedule ? (
        <div className={classes['filters']}>
          <FilterFields
            filters={filters}
            choices={choices}
            onChange={(key, choice) => form.setFieldValue('choices', (before) => ({ ...before, [key]: choice }))}
            areRequired
          />
        </div>
      ) : null}
      {hasDays ? (
        <Select
          label="Which days it covers"
          description={describeCoveredDays(filters, choices, period)}
          allowDeselect={false}
          data={periods}
          {...form.field('period')}
        />
      ) : null}
      <FormatField label="Attached as" formats={formats} onChange={(chosen) => form.setFieldValue('formats', chosen)} />
      <RecipientList
        emailList={emailList}
        typed={typed}
        onChange={(recipients) => {
          form.setFieldValue('emailList', recipients.emailList)
          form.setFieldValue('typed', recipients.typed)
        }}
        error={form.errorOf('emailList')}
        onLeave={() => form.leave('emailList')}
        hasFocus={false}
      />
      <Textarea label="Comment" autosize minRows={2} maxRows={6} {...form.textField('comment')} />
      {schedule ? null : <FactList label="What it shows" facts={describeScheduled(filters, choices, period)} />}
    </FormModal>
  )
}
