// The open options of the account with their greeks, the greeks of the account, and the expirations to come. From here
// a contract is rolled, closed or exercised.
import type { AccountGreeks, PositionGreeks } from '@clubfolio/contract'
import { describeContract } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { Change } from '../../ui/figure/change.tsx'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import type { usePositionGreeks } from './api.ts'
import { type ExpirationGroup, expirationGroups } from './expiration-group.ts'
import classes from './option-positions.module.css'

export interface OptionPositionsProps {
  readonly greeks: ReturnType<typeof usePositionGreeks>
  readonly accountNumber: string
  /** Why no order can be sent from the account; undefined where one can. */
  readonly whyNoOrder: string | undefined
  readonly onShow: (underlying: string) => void
  readonly onRoll: (position: PositionGreeks) => void
}

const figure = (value: number | null, decimals: number): string =>
  value === null ? absent : formatMoney(value.toFixed(decimals), { isPlain: true, decimals })

export function OptionPositions({ greeks, ...props }: OptionPositionsProps) {
  const { data } = greeks
  if (data === undefined)
    return greeks.isError ? (
      <FailedQuery query={greeks} title="The greeks could not be loaded" />
    ) : (
      <p className={classes['loading']}>Loading the positions…</p>
    )
  const groups = expirationGroups(data.positions)
  return (
    <div className={classes['positions']}>
      <AccountTotals greeks={data} />
      {groups.length === 0 ? (
        <EmptyState
          title="No options"
          words="Options that this account holds appear here with their greeks and the day on which they expire."
        />
      ) : (
        groups.map((group) => <GroupOfDay key={group.day} group={group} {...props} />)
      )}
    </div>
  )
}

function AccountTotals({ greeks: { total, unknown } }: { readonly greeks: AccountGreeks }) {
  const dollars = (value: number): string => formatMoney(value.toFixed(2), { isSigned: true })
  return (
    <>
      <dl className={classes['totals']} aria-label="Greeks of the account">
        <div>
          <dt>Delta in dollars</dt>
          <dd>{dollars(total.deltaDollars)}</dd>
        </div>
        <div>
          <dt>Gamma of 1%</dt>
          <dd>{dollars(total.gammaDollars)}</dd>
        </div>
        <div>
          <dt>Theta a day</dt>
          <dd>{dollars(total.theta)}</dd>
        </div>
        <div>
          <dt>Vega a point</dt>
          <dd>{dollars(total.vega)}</dd>
        </div>
      </dl>
      {unknown === 0 ? null : (
        <p className={classes['note']}>
          {`${unknown} ${unknown === 1 ? 'position is' : 'positions are'} not in the sums: `}nothing quotes their
          greeks.
        </p>
      )}
    </>
  )
}

interface GroupProps extends Omit<OptionPositionsProps, 'greeks'> {
  readonly group: ExpirationGroup
}

function GroupOfDay({ group: { day, daysLeft, positions, inTheMoney }, ...props }: GroupProps) {
  const soon = daysLeft <= 0 ? 'expires today' : daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
  const headId = `expiration-${day}`
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} className={classes['groupHead']}>
        {day}
        <span data-soon={daysLeft <= 7 || undefined}>{soon}</span>
        {inTheMoney === 0 ? null : (
          <span>{`${inTheMoney} in the money: the brokerage exercises what is in the money at the close`}</span>
        )}
      </h2>
      <ul className={classes['list']}>
        {positions.map((position) => (
          <PositionRow key={position.code} position={position} {...props} />
        ))}
      </ul>
    </section>
  )
}

interface PositionRowProps extends Omit<OptionPositionsProps, 'greeks'> {
  readonly position: PositionGreeks
}

function PositionRow({ position, accountNumber, whyNoOrder, onShow, onRoll }: PositionRowProps) {
  const { code, underlying, quantity, lastPrice, averagePrice, contract, plOpen } = position
  const isLong = quantity > 0
  const name = `${underlying} ${describeContract(code)}`
  return (
    <li className={classes['row']}>
      <div className={classes['name']}>
        <button type="button" className={classes['code']} onClick={() => onShow(underlying)}>
          {underlying} {contract?.strikePrice} {contract?.putCall.toLowerCase()}
        </button>
        <span>
          {isLong ? 'Long' : 'Short'} {Math.abs(quantity)} ·{' '}
          {contract?.inTheMoney ? 'in the money' : 'out of the money'}
        </span>
      </div>
      <div className={classes['money']}>
        <Change money={plOpen} />
        <span>{`${figure(averagePrice, 2)} → ${figure(lastPrice, 2)}`}</span>
      </div>
      <dl className={classes['greeks']}>
        {(
          [
            ['Delta', position.delta, 1],
            ['Gamma', position.gamma, 2],
            ['Theta', position.theta, 2],
            ['Vega', position.vega, 2],
          ] as const
        ).map(([greek, value, decimals]) => (
          <div key={greek}>
            <dt>{greek}</dt>
            <dd>{figure(value, decimals)}</dd>
          </div>
        ))}
        <div>
          <dt>IV</dt>
          <dd>{position.impliedVolatility === null ? absent : `${(position.impliedVolatility * 100).toFixed(1)}%`}</dd>
        </div>
      </dl>
      {whyNoOrder === undefined ? (
        <div className={classes['actions']}>
          <Button size="xs" variant="default" aria-label={`Roll ${name}`} onClick={() => onRoll(position)}>
            Roll
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Close ${name}`}
            onClick={() =>
              openOrderTicket({
                accountNumber,
                code,
                directionality: isLong ? 'SELL' : 'BUY',
                orderType: 'LIMIT',
                quantity: String(Math.abs(quantity)),
                price: lastPrice.toFixed(2),
              })
            }
          >
            Close
          </Button>
          {isLong ? (
            <Button
              size="xs"
              variant="default"
              aria-label={`Exercise ${name}`}
              onClick={() =>
                openOrderTicket({
                  accountNumber,
                  code,
                  directionality: 'SELL',
                  orderType: 'EXERCISE',
                  quantity: String(quantity),
                })
              }
            >
              Exercise
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
