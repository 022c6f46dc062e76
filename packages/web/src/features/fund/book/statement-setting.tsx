// Statements by mail: the schedule that mails them after each month, quarter or year, and what became of the last
// periods.
import type { FundBooks, StatementTiming } from '@clubfolio/contract'
import { keysOf, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { Button, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatHour, formatMonthDay } from '../../report/schedule-words.ts'
import { StatementRecipients } from './statement-recipients.tsx'
import { useChangeBooks, useRetryStatements } from './books-api.ts'
import classes from '../fund.module.css'

const usualTiming: StatementTiming = { frequency: 'MONTHLY', monthDay: 5, hour: 8 }
export const frequencyNames = {
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
  YEARLY: 'Yearly',
} as const satisfies Record<StatementTiming['frequency'], string>
const frequencies = keysOf(frequencyNames).map((value) => ({ value, label: frequencyNames[value] }))
const dayLabels = {
  MONTHLY: 'Day of the next month',
  QUARTERLY: 'Day after the quarter',
  YEARLY: 'Day of the next January',
} as const satisfies Record<StatementTiming['frequency'], string>
// Every month has these days.
const monthDays = Array.from({ length: 28 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonthDay(index + 1),
}))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }))

type Run = NonNullable<FundBooks['statements']>['runs'][number]

export function StatementSetting({ books }: { readonly books: FundBooks }) {
  const { accountId, statements } = books
  const saved = statements?.timing ?? null
  const [isOn, setIsOn] = useState(saved !== null)
  const [timing, setTiming] = useState(saved ?? usualTiming)
  const change = useChangeBooks()
  const isChanged = isOn ? saved === null || !isSameTiming(timing, saved) : saved !== null
  const save = () => {
    const body = { accountId, statements: isOn ? timing : null }
    change.mutate(() => api.fund.setDealing({ body }))
  }
  const saveButton = (
    <DisabledReason reason={isChanged ? undefined : 'Change the schedule first'}>
      <Button type="submit" variant="default" loading={change.isPending}>
        Save
      </Button>
    </DisabledReason>
  )
  return (
    <section aria-label="Statements by mail" className={classes['schedule']}>
      <h3 className={classes['heading']}>Statements by mail</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged) save()
        }}
      >
        <Switch
          label="Mail the statements by schedule"
          description="Each member who takes part gets their own as a PDF, when the books of the period are closed."
          checked={isOn}
          onChange={(event) => setIsOn(event.currentTarget.checked)}
        />
        {isOn ? (
          <div className={classes['fields']}>
            <Select
              label="How often"
              allowDeselect={false}
              data={frequencies}
              value={timing.frequency}
              onChange={(frequency) => frequency && setTiming({ ...timing, frequency })}
            />
            <Select
              label={dayLabels[timing.frequency]}
              allowDeselect={false}
              data={monthDays}
              value={String(timing.monthDay)}
              onChange={(day) => setTiming({ ...timing, monthDay: Number(day) })}
            />
            <Select
              label="Time in New York"
              allowDeselect={false}
              data={hours}
              value={String(timing.hour)}
              onChange={(hour) => setTiming({ ...timing, hour: Number(hour) })}
            />
            {saveButton}
          </div>
        ) : saved ? (
          <div>{saveButton}</div>
        ) : null}
      </form>
      {statements ? <Outcome accountId={accountId} statements={statements} /> : null}
    </section>
  )
}

const isSameTiming = (one: StatementTiming, other: StatementTiming): boolean =>
  one.frequency === other.frequency && one.monthDay === other.monthDay && one.hour === other.hour

function Outcome({
  accountId,
  statements: { timing, nextAt, held, runs },
}: {
  readonly accountId: string
  readonly statements: NonNullable<FundBooks['statements']>
}) {
  const due = `${newYorkDateAt(toEpochMs(nextAt))} at ${formatHour(timing.hour)} New York time`
  return (
    <>
      <p className={classes['none']}>
        {held === null ? `Next on ${due}.` : `Due since ${due}. Waits for the period to be closed. ${held}`}
      </p>
      {runs.map((run) => (
        <RunLine key={`${run.from} ${run.to}`} accountId={accountId} run={run} />
      ))}
      {runs.length === 0 ? <p className={classes['none']}>The schedule has mailed nothing yet.</p> : null}
    </>
  )
}

function RunLine({ accountId, run }: { readonly accountId: string; readonly run: Run }) {
  const retry = useRetryStatements()
  const [isListed, setIsListed] = useState(false)
  const { from, to, at, sent, waiting, failed, notes } = run
  const period = `${from} to ${to}`
  const act = sent === 0 && waiting === 0 ? 'Mail now' : 'Retry'
  return (
    <>
      <div className={classes['line']}>
        <span>{period}</span>
        <span>{describeRun(run)}</span>
        {waiting > 0 ? <Chip tone="warn">On their way</Chip> : null}
        <span>{newYorkDateAt(toEpochMs(at))}</span>
        {sent + waiting + failed > 0 ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Members, ${period}`}
            aria-expanded={isListed}
            onClick={() => setIsListed(!isListed)}
          >
            Members
          </Button>
        ) : null}
        {notes.length > 0 ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${act} ${period}`}
            loading={retry.isPending}
            onClick={() => retry.mutate({ accountId, from, to })}
          >
            {act}
          </Button>
        ) : null}
      </div>
      {notes.length > 0 ? (
        <ul className={classes['notes']} aria-label={`Not mailed for ${period}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {isListed ? <StatementRecipients accountId={accountId} from={from} to={to} /> : null}
    </>
  )
}

const describeRun = ({ sent, opened, waiting, failed }: Run): string =>
  [
    `Sent ${sent}`,
    `opened ${opened}`,
    ...(waiting > 0 ? [`waiting ${waiting}`] : []),
    ...(failed > 0 ? [`failed ${failed}`] : []),
  ].join(', ')
