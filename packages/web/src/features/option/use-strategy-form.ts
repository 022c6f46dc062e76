// The strategy ticket of the options desk: what is chosen above the chain, what a click on a price makes of it, and a
// roll that waits for the expirations of its share.
import type { OptionContract, PositionGreeks } from '@clubfolio/contract'
import { type PositionLeg, strategies, type Strategy, type StrategyChain } from '@clubfolio/domain'
import { useMemo, useState } from 'react'
import { usePreference } from '../../kernel/preference.ts'
import { strategyContract } from './chain.ts'
import type { PriceSide } from './chain-desk.tsx'
import {
  choiceOfPick,
  emptyForm,
  legsOfForm,
  rollForm,
  startChoice,
  type StrategyForm,
  withLeg,
  withOwnLegs,
} from './strategy-form.ts'

const isStrategy = (value: unknown): value is Strategy => strategies.some((one) => one === value)

/** What the screen knows of the chain in view; undefined while it is loading. */
export interface StrategyGround {
  readonly chain: StrategyChain
  readonly expirations: readonly string[]
  /** The expiration in view, for a strategy that starts without a click. */
  readonly day: string
}

export interface StrategyTicketState {
  readonly strategy: Strategy
  readonly form: StrategyForm
  readonly setForm: (form: StrategyForm) => void
  /** Whether the ticket is open where it covers the page. */
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly roll: (position: PositionGreeks) => void
}

export function useStrategyForm(): StrategyTicketState & {
  readonly rolled: PositionGreeks | undefined
  readonly setStrategy: (strategy: Strategy) => void
  readonly endRoll: (form: StrategyForm | undefined) => void
} {
  const [strategy, setStrategy] = usePreference<Strategy>('optionStrategy', 'SINGLE', isStrategy)
  const [form, setForm] = useState<StrategyForm>(emptyForm)
  const [isOpen, setOpen] = useState(false)
  const [rolled, setRolled] = useState<PositionGreeks>()
  return {
    strategy,
    setStrategy,
    form,
    setForm,
    isOpen,
    setOpen,
    rolled,
    roll: (position) => {
      setForm(emptyForm)
      setRolled(position)
      setOpen(true)
    },
    endRoll: (next) => {
      setRolled(undefined)
      if (next !== undefined) setForm(next)
    },
  }
}

export interface StrategyActions {
  /** The legs of one unit by code, with their sign. */
  readonly legs: ReadonlyMap<string, number>
  readonly start: (strategy: Strategy) => void
  /** Returns whether the click went into the strategy ticket; otherwise it is one for the order ticket. */
  readonly pick: (contract: OptionContract, side: PriceSide, isAdding: boolean) => boolean
}

const noLegs: readonly PositionLeg[] = []

/** Joins the ticket with the chain in view. */
export function useStrategyActions(
  state: ReturnType<typeof useStrategyForm>,
  ground: StrategyGround | undefined,
  /** The share whose expirations are known. */
  code: string,
): StrategyActions {
  const { strategy, setStrategy, form, setForm, setOpen, rolled, endRoll } = state
  const legs = useMemo(
    () => (ground === undefined ? noLegs : (legsOfForm(form, ground.chain).legs ?? noLegs)),
    [form, ground],
  )
  // A roll waits for the expirations of its share.
  if (rolled !== undefined && ground !== undefined && rolled.underlying === code)
    endRoll(rollForm(rolled, ground.expirations))
  const own = () => legs.map((leg) => ({ code: leg.code, quantity: leg.quantity }))
  return {
    legs: useMemo(() => new Map(legs.map((leg) => [leg.code, leg.quantity])), [legs]),
    start: (next) => {
      setStrategy(next)
      if (ground === undefined) return
      if (next === 'SINGLE') return setForm(emptyForm)
      if (next === 'OWN') return setForm(withOwnLegs(form, own()))
      setForm({ ...emptyForm, choice: startChoice(next, ground.day, ground.chain, ground.expirations) })
      setOpen(true)
    },
    pick: (contract, side, isAdding) => {
      if (ground === undefined) return true
      if (isAdding || strategy === 'OWN') {
        setForm(withOwnLegs(form, withLeg(own(), { code: contract.symbol, quantity: side === 'BUY' ? 1 : -1 })))
        return true
      }
      if (strategy === 'SINGLE') return false
      const picked = { contract: strategyContract(contract), side }
      const choice = choiceOfPick(strategy, picked, ground.chain, ground.expirations)
      setForm({ ...emptyForm, units: form.units, choice })
      setOpen(true)
      return true
    },
  }
}
