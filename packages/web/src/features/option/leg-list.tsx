// The legs of the strategy ticket, each with its side, number, strike, right and expiration to change. Editing one
// makes them legs of the user's own.
import { codeOfContract, contractTerms, listedStrikes, type PositionLeg, type StrategyChain } from '@clubfolio/domain'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { shortDay } from './chain.ts'
import type { OwnLeg } from './strategy-form.ts'
import classes from './strategy.module.css'

export interface LegListProps {
  readonly legs: readonly PositionLeg[]
  readonly chain: StrategyChain
  readonly expirations: readonly string[]
  readonly onChange: (legs: readonly OwnLeg[]) => void
}

const priceWords = (price: string | null): string =>
  price === null ? absent : formatMoney(price, { isPlain: true, decimals: 2 })

export function LegList({ legs, chain, expirations, onChange }: LegListProps) {
  const own = legs.map(({ code, quantity }): OwnLeg => ({ code, quantity }))
  const change = (index: number, leg: Partial<OwnLeg>): void =>
    onChange(own.map((one, at) => (at === index ? { ...one, ...leg } : one)))
  return (
    <ul className={classes['legs']} aria-label="Legs">
      {legs.map((leg, index) => (
        <LegRow
          key={leg.code}
          leg={leg}
          chain={chain}
          expirations={expirations}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(own.filter((_, at) => at !== index))}
        />
      ))}
    </ul>
  )
}

interface LegRowProps {
  readonly leg: PositionLeg
  readonly chain: StrategyChain
  readonly expirations: readonly string[]
  readonly onChange: (leg: Partial<OwnLeg>) => void
  readonly onRemove: () => void
}

function LegRow({ leg, chain, expirations, onChange, onRemove }: LegRowProps) {
  const { code, quantity, contract, bid, ask } = leg
  const name = contract === null ? `${code} shares` : `${contract.strike} ${contract.right.toLowerCase()}`
  const side = quantity > 0 ? 'Buy' : 'Sell'
  const step = contract === null ? 100 : 1
  const count = (by: number): void => {
    const next = Math.abs(quantity) + by * step
    if (next > 0) onChange({ quantity: next * Math.sign(quantity) })
  }
  return (
    <li className={classes['leg']} data-side={side} title={`${name}: ${priceWords(bid)} bid, ${priceWords(ask)} asked`}>
      <button
        type="button"
        className={classes['side']}
        aria-label={`${side} ${name}: change the side`}
        onClick={() => onChange({ quantity: -quantity })}
      >
        {side}
      </button>
      <span className={classes['count']}>
        <ActionIcon size="xs" aria-label={`Fewer of ${name}`} onClick={() => count(-1)}>
          <IconMinus size={12} />
        </ActionIcon>
        <strong>{Math.abs(quantity)}</strong>
        <ActionIcon size="xs" aria-label={`More of ${name}`} onClick={() => count(1)}>
          <IconPlus size={12} />
        </ActionIcon>
      </span>
      {contract === null ? (
        <span className={classes['shares']}>shares of {code}</span>
      ) : (
        <ContractSelects
          code={code}
          chain={chain}
          expirations={expirations}
          onCode={(next) => onChange({ code: next })}
        />
      )}
      <ActionIcon size="xs" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
      {bid === null && ask === null ? <span className={classes['unlisted']}>Not listed. Choose a strike.</span> : null}
    </li>
  )
}

interface ContractSelectsProps {
  readonly code: string
  readonly chain: StrategyChain
  readonly expirations: readonly string[]
  readonly onCode: (code: string) => void
}

function ContractSelects({ code, chain, expirations, onCode }: ContractSelectsProps) {
  const terms = contractTerms(code)
  if (terms === null) return null
  const { expiration, right, strike } = terms
  const listed = listedStrikes(chain, expiration, right)
  const strikes = listed.includes(strike) ? listed : [...listed, strike].toSorted((one, other) => one - other)
  const days = expirations.includes(expiration) ? expirations : [expiration, ...expirations].toSorted()
  /** Another expiration or right lists other strikes: the nearest one is taken. */
  const chooseNear = (of: { expiration: string; right: 'CALL' | 'PUT' }): void => {
    const others = listedStrikes(chain, of.expiration, of.right)
    const near = others.reduce(
      (best, one) => (Math.abs(one - strike) < Math.abs(best - strike) ? one : best),
      others[0] ?? strike,
    )
    onCode(codeOfContract({ ...terms, ...of, strike: near }))
  }
  return (
    <span className={classes['contract']}>
      <NativeSelect
        size="xs"
        aria-label="Strike"
        value={String(strike)}
        data={strikes.map(String)}
        onChange={(event) => onCode(codeOfContract({ ...terms, strike: Number(event.currentTarget.value) }))}
      />
      <NativeSelect
        size="xs"
        aria-label="Right"
        value={right}
        data={[
          { value: 'CALL', label: 'Call' },
          { value: 'PUT', label: 'Put' },
        ]}
        onChange={(event) => chooseNear({ expiration, right: event.currentTarget.value === 'PUT' ? 'PUT' : 'CALL' })}
      />
      <NativeSelect
        size="xs"
        aria-label="Expiration"
        value={expiration}
        data={days.map((day) => ({ value: day, label: shortDay(day, days[0]) }))}
        onChange={(event) => chooseNear({ expiration: event.currentTarget.value, right })}
      />
    </span>
  )
}
