// What a vote is and how it ended: its kind in a few chips, its turnout in words, and its result as a table with bars.
import type { Vote } from '@clubfolio/contract'
import { Chip } from '../../../ui/chip.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { formatHalfEven } from '../book/quantity.ts'
import fundClasses from '../fund.module.css'
import classes from './vote.module.css'

export function VoteChips({ vote: { state, isSecret, byUnits } }: { readonly vote: Vote }) {
  return (
    <span className={classes['chips']}>
      {state === 'OPEN' ? (
        <Chip tone="info">Open now</Chip>
      ) : state === 'CANCELLED' ? (
        <Chip tone="warn">Cancelled</Chip>
      ) : (
        <Chip>Ended</Chip>
      )}
      <Chip>{isSecret ? 'Secret' : 'Named'}</Chip>
      <Chip>{byUnits ? 'By units' : 'By heads'}</Chip>
    </span>
  )
}

/** "12 of 20 have voted", and once it has ended "12 of 20 voted, 64% of the units". */
export function describeTurnout({ state, cast, voters, castPercent, isSecret }: Vote): string {
  if (state === 'OPEN') return `${cast} of ${voters} have voted`
  const units = castPercent === null ? '' : `, ${formatPercent(castPercent, { isTrimmed: isSecret })} of the units`
  return `${cast} of ${voters} voted${units}`
}

export function VoteResult({ vote }: { readonly vote: Vote }) {
  if (vote.state === 'CANCELLED')
    return <p className={fundClasses['waits']}>{`Cancelled: ${vote.reason ?? ''} Nothing was counted.`}</p>
  if (vote.state === 'OPEN') return null
  if (vote.isWithheld)
    return (
      <p className={fundClasses['none']}>
        Fewer than three voted. A result would tell who chose what, so this vote has none.
      </p>
    )
  if (vote.cast === 0) return <p className={fundClasses['none']}>Nobody voted.</p>
  const isEqual = vote.choices.filter(({ isGreatest }) => isGreatest).length > 1
  // By heads the votes are what counts, by units the units; a secret vote by units has neither.
  const hasVotes = !vote.byUnits
  const hasUnits = vote.byUnits && !vote.isSecret
  return (
    <table className={fundClasses['preview']} aria-label={`Result of ${vote.question}`}>
      <thead>
        <tr>
          <th scope="col">Choice</th>
          {hasVotes ? <th scope="col">Votes</th> : null}
          {hasUnits ? <th scope="col">Units</th> : null}
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {vote.choices.map(({ id, label, votes, units, percent, isGreatest }) => (
          <tr key={id} {...(isGreatest ? { 'data-front': true } : {})} className={classes['row']}>
            <td>
              <span className={classes['choice']}>{label}</span>
              {isGreatest ? <Chip tone="info">{isEqual ? 'Equal' : 'Most'}</Chip> : null}
              <span className={classes['bar']} style={{ inlineSize: `${percent ?? 0}%` }} aria-hidden />
            </td>
            {hasVotes ? <td>{votes}</td> : null}
            {hasUnits ? <td title={units ?? ''}>{formatHalfEven(units ?? '0', 4)}</td> : null}
            <td>{formatPercent(percent, { isTrimmed: vote.isSecret && vote.byUnits })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
