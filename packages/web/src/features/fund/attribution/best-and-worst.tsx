// The three best and the three worst lines of the day under way, or of the last close while none is, with the way to
// all lines: of an account, or of a member's own part.
import type { DayLine, DayLines } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Term } from '../../../ui/figure/figure.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { type DayLinesPlace, useDayLines } from './attribution-api.ts'
import classes from './best-and-worst.module.css'

const most = 3

export function BestAndWorst(place: DayLinesPlace) {
  const { accountId, memberId } = place
  const query = useDayLines(place)
  const { data, isError } = query
  if (isError && !data)
    return (
      <section className={classes['strip']} aria-label="Best and worst lines">
        <FailedQuery query={query} title="The best and worst lines could not be loaded" />
      </section>
    )
  if (!data) return <Skeleton className={classes['waiting'] ?? ''} radius="md" />
  const lines = data.lines.filter(({ kind }) => kind === 'LINES')
  const best = lines.filter(({ profit }) => profit > 0n)
  const worst = lines.filter(({ profit }) => profit < 0n).toReversed()
  return (
    <CurrencyProvider currency={data.currency}>
      <section className={classes['strip']} aria-label="Best and worst lines">
        {data.closeDay === null ? (
          <span className={classes['fact']}>The best and worst lines appear with the next close.</span>
        ) : (
          <>
            <Heading {...data} isOwnPart={memberId !== undefined} />
            <Side title="Best" lines={best.slice(0, most)} />
            <Side title="Worst" lines={worst.slice(0, most)} />
          </>
        )}
        <Link
          className={classes['link']}
          to="/performance"
          search={{ fund: accountId, ...(memberId === undefined ? {} : { member: memberId }), period: 'DAY' }}
        >
          Performance
        </Link>
      </section>
    </CurrencyProvider>
  )
}

function Heading({ isUnderWay, closeDay, total, isOwnPart }: DayLines & { readonly isOwnPart: boolean }) {
  if (!isUnderWay) return <span className={classes['fact']}>{`Close of ${closeDay}`}</span>
  return (
    <div className={classes['side']}>
      <span className={classes['fact']}>
        <Term label={`Since the close of ${closeDay}`} meaning={isOwnPart ? ownPartMeaning : accountMeaning} />
      </span>
      <span>
        <Change money={total} />
      </span>
    </div>
  )
}

const lineMeaning =
  'The value of each instrument at the last reading, less its value at the close, with what was traded, paid and ' +
  'charged since then. Deposits and withdrawals earn nothing.'
const accountMeaning = `${lineMeaning} All instruments and Cash add up to the Today of the account.`
const ownPartMeaning = `${lineMeaning} Your part goes by your units; fees and expenses follow at the next close.`

function Side({ title, lines }: { readonly title: string; readonly lines: readonly DayLine[] }) {
  return (
    <div className={classes['side']}>
      <span className={classes['fact']}>{title}</span>
      {lines.length === 0 ? (
        <span className={classes['fact']}>none</span>
      ) : (
        <ul aria-label={title}>
          {lines.map((line) => (
            <li key={line.name} title={line.detail ?? undefined}>
              <strong>{line.name}</strong> <Change money={line.profit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
