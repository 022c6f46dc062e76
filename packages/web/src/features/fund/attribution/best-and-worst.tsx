// The three best and the three worst lines of the last close, with the way to all of them: of an account or fund, or of
// a member's own part.
import type { AttributionLine } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { useAttribution } from './attribution-api.ts'
import classes from './best-and-worst.module.css'

export interface BestAndWorstProps {
  readonly accountId: string
  /** For the own part of a member. */
  readonly memberId?: string
}

const most = 3

export function BestAndWorst({ accountId, memberId }: BestAndWorstProps) {
  const whose = memberId === undefined ? { accountId } : { accountId, memberId }
  const { data, isError, error, refetch, isFetching } = useAttribution({
    ...whose,
    from: 'DAY',
    to: 'last',
    grouping: 'INSTRUMENT',
  })
  if (isError && !data)
    return (
      <section className={classes['strip']} aria-label="Best and worst lines">
        <FailedState
          title="The best and worst lines could not be loaded"
          why={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </section>
    )
  if (!data) return <Skeleton className={classes['waiting'] ?? ''} radius="md" />
  const lines = data.lines.filter(({ kind }) => kind === 'LINES')
  const best = lines.filter(({ profit }) => profit > 0n).toSorted((a, b) => compare(b, a))
  const worst = lines.filter(({ profit }) => profit < 0n).toSorted(compare)
  return (
    <CurrencyProvider currency={data.currency}>
      <section className={classes['strip']} aria-label="Best and worst lines">
        {data.endDay === null ? (
          <span className={classes['fact']}>The best and worst lines appear with the next close.</span>
        ) : (
          <>
            <span className={classes['fact']}>{`Close of ${data.endDay}`}</span>
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

const compare = (a: AttributionLine, b: AttributionLine): number =>
  a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.name < b.name ? -1 : 1

function Side({ title, lines }: { readonly title: string; readonly lines: readonly AttributionLine[] }) {
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
