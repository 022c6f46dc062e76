// The strategy ticket as typed: a strategy with its choices, or legs of the user's own, and how a click on a price of
// the chain fills it. Pure.
import {
  type BuiltStrategy,
  buildStrategy,
  type ChainContract,
  contractByDelta,
  codeOfContract,
  contractLeg,
  contractTerms,
  listedStrikes,
  multiplierOf,
  type PositionLeg,
  sharesLeg,
  type Strategy,
  type StrategyChain,
  type StrategyChoice,
  strikeBeside,
} from '@clubfolio/domain'

/** A leg by its code, with contracts or shares for each unit; negative for those sold. */
export interface OwnLeg {
  readonly code: string
  readonly quantity: number
}

export interface StrategyForm {
  readonly choice: StrategyChoice | undefined
  /** Legs that the user put together; used where there is no choice. */
  readonly own: readonly OwnLeg[]
  readonly units: string
  /** The net price as typed; empty while it follows the mid. */
  readonly net: string
  /** Whether the typed price is received. */
  readonly isCredit: boolean
  readonly duration: 'DAY' | 'GOOD_TILL_CANCEL'
}

export const emptyForm: StrategyForm = {
  choice: undefined,
  own: [],
  units: '1',
  net: '',
  isCredit: false,
  duration: 'DAY',
}

/** Strategies with a width that the user chooses. */
export const hasWidth = (strategy: Strategy): boolean =>
  strategy === 'VERTICAL' || strategy === 'BUTTERFLY' || strategy === 'IRON_CONDOR'

/** Strategies that can be bought or sold as a whole. */
export const hasSide = (strategy: Strategy): boolean =>
  strategy !== 'COVERED_CALL' && strategy !== 'SECURED_PUT' && strategy !== 'OWN'

/** Strategies that are made of calls or of puts. */
export const hasRight = (strategy: Strategy): boolean =>
  strategy === 'SINGLE' || strategy === 'VERTICAL' || strategy === 'BUTTERFLY' || strategy === 'CALENDAR'

/** The delta at which a strategy starts when nothing was clicked. */
const startDelta = 0.3

/** Which contract of the chain was clicked, and on which of its prices: the bid sells, the ask buys. */
export interface PickedPrice {
  readonly contract: ChainContract
  readonly side: 'BUY' | 'SELL'
}

/** Returns the expiration after another one, or that one at the end of the list. */
export function nextExpiration(expirations: readonly string[], day: string): string {
  return expirations.find((one) => one > day) ?? day
}

/**
 * Returns a strategy that starts from a click on a contract. Example: the bid of a put 95 with VERTICAL sells the put
 * 95 and buys the next lower one.
 */
export function choiceOfPick(
  strategy: StrategyChoice['strategy'],
  { contract, side }: PickedPrice,
  chain: StrategyChain,
  expirations: readonly string[],
): StrategyChoice {
  const { right, strike, expiration } = contract
  const strikes = listedStrikes(chain, expiration, right)
  const base: StrategyChoice = {
    strategy,
    side,
    right,
    expiration,
    strike,
    callStrike: strike,
    width: 1,
    laterExpiration: nextExpiration(expirations, expiration),
  }
  if (strategy !== 'STRANGLE' && strategy !== 'IRON_CONDOR') return base
  // The clicked contract is one of the inner legs; the other lies as far on the other side of the money.
  const delta = Math.abs(contract.delta ?? startDelta)
  const other =
    contractByDelta(chain, { right: right === 'CALL' ? 'PUT' : 'CALL', expiration }, delta)?.strike ?? strike
  const [put, call] = right === 'PUT' ? [strike, other] : [other, strike]
  const above = strikeBeside(strikes, put, 1) ?? call
  return { ...base, strike: put, callStrike: call > put ? call : above }
}

/** Returns a strategy around the money of an expiration, for a start without a click. */
export function startChoice(
  strategy: StrategyChoice['strategy'],
  expiration: string,
  chain: StrategyChain,
  expirations: readonly string[],
): StrategyChoice | undefined {
  const isSold = strategy === 'COVERED_CALL' || strategy === 'SECURED_PUT' || strategy === 'IRON_CONDOR'
  const right = strategy === 'SECURED_PUT' || strategy === 'IRON_CONDOR' || strategy === 'STRANGLE' ? 'PUT' : 'CALL'
  const isOut = isSold || strategy === 'STRANGLE'
  const contract = contractByDelta(chain, { right, expiration }, isOut ? startDelta : 0.5)
  if (contract === undefined) return undefined
  return choiceOfPick(strategy, { contract, side: isSold ? 'SELL' : 'BUY' }, chain, expirations)
}

/** Returns the legs of one unit, or what is missing for them. */
export function legsOfForm({ choice, own }: StrategyForm, chain: StrategyChain): BuiltStrategy {
  return choice === undefined
    ? { legs: own.map((leg) => quotedLeg(leg, chain)), missing: null }
    : buildStrategy(chain, choice)
}

/** Returns a leg with the quotes of the chain; without them while its expiration is being loaded. */
function quotedLeg({ code, quantity }: OwnLeg, chain: StrategyChain): PositionLeg {
  const contract = contractTerms(code)
  if (contract === null) return sharesLeg({ ...chain.shares, code }, quantity)
  const found = chain.contracts.find((one) => one.code === code)
  if (found !== undefined) return contractLeg(found, quantity)
  return {
    code,
    contract,
    quantity,
    multiplier: multiplierOf(code),
    bid: null,
    ask: null,
    mark: null,
    volatility: null,
  }
}

/** Returns own legs with one more; a leg that is there already is added to, and vanishes at zero. */
export function withLeg(own: readonly OwnLeg[], { code, quantity }: OwnLeg): OwnLeg[] {
  const before = own.find((leg) => leg.code === code)
  if (before === undefined) return [...own, { code, quantity }]
  return own
    .map((leg) => (leg === before ? { code, quantity: leg.quantity + quantity } : leg))
    .filter((leg) => leg.quantity !== 0)
}

/** Returns a form whose legs are edited one by one. */
export const withOwnLegs = (form: StrategyForm, own: readonly OwnLeg[]): StrategyForm => ({
  ...form,
  choice: undefined,
  own,
  net: '',
})

/** Returns a choice with all strikes moved along the chain; undefined where the chain ends. */
export function movedChoice(choice: StrategyChoice, chain: StrategyChain, steps: number): StrategyChoice | undefined {
  const isPut = choice.strategy === 'STRANGLE' || choice.strategy === 'IRON_CONDOR' || choice.strategy === 'SECURED_PUT'
  const side = isPut ? 'PUT' : choice.strategy === 'COVERED_CALL' ? 'CALL' : choice.right
  const strike = strikeBeside(listedStrikes(chain, choice.expiration, side), choice.strike, steps)
  const callStrike = strikeBeside(listedStrikes(chain, choice.expiration, 'CALL'), choice.callStrike, steps)
  return strike === undefined || callStrike === undefined ? undefined : { ...choice, strike, callStrike }
}

/** Returns the expirations whose contracts a form needs. */
export function daysOfForm({ choice, own }: StrategyForm): string[] {
  const days = own.flatMap(({ code }) => contractTerms(code)?.expiration ?? [])
  if (choice === undefined) return [...new Set(days)]
  return choice.strategy === 'CALENDAR' ? [choice.expiration, choice.laterExpiration] : [choice.expiration]
}

/**
 * Returns the order that moves held contracts to the next expiration at the same strike: the old ones closed, as many
 * new ones opened on the same side. Undefined for shares.
 */
export function rollForm(
  { code, quantity }: { readonly code: string; readonly quantity: number },
  expirations: readonly string[],
): StrategyForm | undefined {
  const terms = contractTerms(code)
  if (terms === null) return undefined
  const side = Math.sign(quantity)
  const target = codeOfContract({ ...terms, expiration: nextExpiration(expirations, terms.expiration) })
  return {
    ...emptyForm,
    own: [
      { code, quantity: -side },
      { code: target, quantity: side },
    ],
    units: String(Math.abs(quantity)),
  }
}
