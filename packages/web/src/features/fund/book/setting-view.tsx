// Settings: what papers carry of the club, the schedule of statements, where the fund began, at which close entries are
// dealt, which account it is in, and up to which day the books are closed.
import type { FundBooks } from '@clubfolio/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { api } from '../../../kernel/api.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { WarningBar } from '../../../ui/warning-bar.tsx'
import { useChangeBooks } from './books-api.ts'
import { ExportSetting } from './export-setting.tsx'
import { useFees } from './fees-api.ts'
import { useConsequence, useFundRights, WaitNote } from './fund-rights.tsx'
import { MoveSetting } from './move-setting.tsx'
import { OpeningForm } from './opening-form.tsx'
import { frequencyNames, StatementSetting } from './statement-setting.tsx'
import { dueFeeWords } from './due-fee-words.ts'
import classes from '../fund.module.css'

export interface SettingViewProps {
  readonly books: FundBooks
  readonly marketDay: string
  /** What papers carry of the club; for those who keep the books. */
  readonly club: ReactNode
  /** A charge of fees waits for a second person. */
  readonly isChargeAsked: boolean
  /** Opens the fees, whose charges a period close waits for. */
  readonly onShowFees: () => void
}

export function SettingView({ books, club, isChargeAsked, onShowFees }: SettingViewProps) {
  const { isOwner, mayRecord } = useFundRights()
  if (!isOwner)
    return (
      <>
        {mayRecord ? club : null}
        <SettingFacts books={books} />
      </>
    )
  return (
    <>
      {club}
      <StatementSetting books={books} />
      <OpeningForm books={books} />
      <DealingSetting books={books} />
      <MoveSetting books={books} />
      <ExportSetting accountId={books.accountId} />
      <PeriodClose books={books} isChargeAsked={isChargeAsked} onShowFees={onShowFees} />
    </>
  )
}

/** The settings for those who cannot change them. */
function SettingFacts({ books }: { readonly books: FundBooks }) {
  const format = useFormatAmount()
  const { club, opening, dealing, closedUntil, statements } = books
  const facts: readonly (readonly [string, string])[] = [
    ['Club name', club ?? 'None'],
    ['Opening', `${opening.day}, ${format(opening.value)}`],
    ...opening.shares.map(({ name, share }) => [`Share of ${name} at the opening`, format(share)] as const),
    ['Dealing', dealing === 'before-the-day' ? 'Close before the day' : 'Close of the day'],
    ['Statements by mail', statements === null ? 'Off' : frequencyNames[statements.timing.frequency]],
    ['Books closed up to', closedUntil ?? 'Nothing is closed yet'],
  ]
  return (
    <section aria-label="Settings">
      <p className={classes['none']}>Only the owner of the fund changes these settings.</p>
      <dl className={classes['parts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function DealingSetting({ books }: { readonly books: FundBooks }) {
  const change = useChangeBooks()
  const set = (dealing: 'before-the-day' | 'of-the-day') => {
    const body = { accountId: books.accountId, dealing }
    change.mutate(() => api.fund.setDealing({ body }))
  }
  return (
    <section>
      <h3 className={classes['heading']}>Dealing</h3>
      <SegmentedControl
        aria-label="Dealing"
        disabled={books.isDealingFixed || change.isPending}
        data={[
          { value: 'before-the-day', label: 'Close before the day' },
          { value: 'of-the-day', label: 'Close of the day' },
        ]}
        value={books.dealing}
        onChange={(value) => set(value)}
      />
      <p className={classes['none']}>
        {books.isDealingFixed
          ? 'Fixed, because there are entries.'
          : 'Before the day: an entry is dealt at once at the last unit value. Of the day: it waits for the close ' +
            'of its day.'}
      </p>
      <p className={classes['none']}>
        Example: a unit was worth 10.00 at yesterday's close and is worth 12.50 at today's. 100.00 paid in today buys 10
        units before the day, and 8 units of the day. So before the day the payment shares in the gain of today.
      </p>
    </section>
  )
}

function PeriodClose({
  books,
  isChargeAsked,
  onShowFees,
}: Pick<SettingViewProps, 'books' | 'isChargeAsked' | 'onShowFees'>) {
  const [until, setUntil] = useState<string | null>(null)
  const due = useFees(books.accountId).data?.open[0]
  const isDue = due !== undefined && (until === null || due <= until)
  const change = useChangeBooks(() => setUntil(null))
  const consequenceOf = useConsequence()
  const close = async () => {
    if (until === null) return
    const isAccepted = await confirm({
      question: `Do you want to close the books up to ${until}?`,
      consequence: consequenceOf(
        'Entries, matches and closes up to that day no longer change; issued statements stay as they are. This ' +
          'cannot be undone.',
      ),
      accept: 'Close the books',
      isDanger: true,
    })
    const body = { accountId: books.accountId, until }
    if (isAccepted) change.mutate(() => api.fund.closePeriod({ body }))
  }
  return (
    <section>
      <h3 className={classes['heading']}>Period close</h3>
      <div className={classes['fields']}>
        <DayPicker label="Up to" value={until} onChange={setUntil} />
        <DisabledReason
          reason={
            until === null
              ? 'Choose the last day to close'
              : isDue
                ? isChargeAsked
                  ? dueFeeWords(due, isChargeAsked)
                  : `Charge or waive the fees of the period that ended on ${due} first`
                : undefined
          }
        >
          <Button variant="default" loading={change.isPending} onClick={() => void close()}>
            Close the books
          </Button>
        </DisabledReason>
      </div>
      {isDue ? (
        <div className={classes['blocked']}>
          <WarningBar
            action={
              <Button size="compact-sm" variant="default" onClick={onShowFees}>
                Look at the charge
              </Button>
            }
          >
            {`${dueFeeWords(due, isChargeAsked)} The books close up to that day once it is settled.`}
          </WarningBar>
        </div>
      ) : null}
      <p className={classes['none']}>
        {books.closedUntil ? `Closed up to ${books.closedUntil}.` : 'Nothing is closed yet.'}
      </p>
      <p className={classes['none']}>
        Example: after 2026-03-31 is closed, a payment of 2026-03-30 that was forgotten is recorded on 2026-04-01, with
        its own day in the description. The statements of March stay as they were sent.
      </p>
      <WaitNote />
    </section>
  )
}
