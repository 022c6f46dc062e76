// What the dialog has typed for an action, and the action that follows from it.
import type { Operation, PositionActionToTake } from '@clubfolio/contract'
import { breakEvenStop, halfOf, isOptionCode, type TrailUnit } from '@clubfolio/domain'
import type { PositionActionChoice } from '../../kernel/position-action.ts'

export interface ActionForm {
  readonly choice: PositionActionChoice
  readonly quantity: string
  /** The stop, the target, or the limit of an addition; empty for one at the market. */
  readonly price: string
  readonly trail: string
  readonly trailUnit: TrailUnit
}

/** The position in the figures that the form needs. */
export interface FormPosition extends Pick<
  Operation,
  'code' | 'averagePrice' | 'lastPrice' | 'stopLossPrice' | 'multiplier' | 'stopTrail'
> {
  /** Negative for a short position. */
  readonly held: number
}

/** Returns the form with which a choice begins; `price` and `quantity` were chosen elsewhere. */
export function beginAction(
  choice: PositionActionChoice,
  position: FormPosition,
  { price, quantity }: { readonly price?: string | undefined; readonly quantity?: string | undefined } = {},
): ActionForm {
  const isLong = position.held > 0
  const isOption = isOptionCode(position.code)
  const begun: ActionForm = { choice, quantity: '', price: price ?? '', trail: '', trailUnit: 'DOLLARS' }
  const stop = position.stopLossPrice
  switch (choice) {
    case 'CLOSE':
      return { ...begun, quantity: quantity ?? String(Math.abs(position.held)) }
    case 'CLOSE_HALF':
      return { ...begun, quantity: halfOf(position.held).toFixed() }
    case 'ADD':
      return { ...begun, quantity: quantity ?? String(Math.abs(position.held)) }
    case 'REVERSE': {
      // The stop of the new side is as far away as that of the old one.
      if (stop === null || price !== undefined) return begun
      const distance = Math.abs(position.lastPrice - stop)
      const opposite = isLong ? position.lastPrice + distance : position.lastPrice - distance
      return { ...begun, price: opposite > 0 ? toTick(opposite) : '' }
    }
    case 'BREAK_EVEN':
      return { ...begun, price: breakEvenStop(position.averagePrice, isLong, isOption) }
    case 'MOVE_STOP':
      return { ...begun, price: price ?? (stop === null ? '' : toTick(stop)) }
    case 'TRAIL_STOP':
      return {
        ...begun,
        trail: position.stopTrail?.offset ?? (stop === null ? '' : toTick(Math.abs(position.lastPrice - stop))),
        trailUnit: position.stopTrail?.unit ?? 'DOLLARS',
      }
    case 'SET_TARGET':
      return begun
  }
}

const toTick = (price: number): string => price.toFixed(price < 1 ? 4 : 2).replace(/\.?0+$/, '')

const isAbove = (text: string): boolean => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0
const isWhole = (text: string): boolean => isAbove(text) && Number.isInteger(Number(text))

/** Returns the action of a form; undefined while something is missing. */
export function actionOf(form: ActionForm, { held }: FormPosition): PositionActionToTake | undefined {
  const { quantity, price, trail, trailUnit } = form
  switch (form.choice) {
    case 'CLOSE':
    case 'CLOSE_HALF':
      if (!isWhole(quantity)) return undefined
      return { kind: 'CLOSE', quantity: Number(quantity) === Math.abs(held) ? null : quantity }
    case 'REVERSE':
      return price === '' || isAbove(price) ? { kind: 'REVERSE', stopPrice: price === '' ? null : price } : undefined
    case 'ADD':
      if (!isWhole(quantity) || (price !== '' && !isAbove(price))) return undefined
      return { kind: 'ADD', quantity, limitPrice: price === '' ? null : price }
    case 'MOVE_STOP':
    case 'BREAK_EVEN':
      return isAbove(price) ? { kind: 'MOVE_STOP', stopPrice: price } : undefined
    case 'TRAIL_STOP':
      return isAbove(trail) ? { kind: 'TRAIL_STOP', trail: { offset: trail, unit: trailUnit } } : undefined
    case 'SET_TARGET':
      return isAbove(price) ? { kind: 'SET_TARGET', targetPrice: price } : undefined
  }
}
