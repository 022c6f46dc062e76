// Which calls are answered from memory while the market does not change: those whose answer follows from the input and
// the market alone. A use case listed here reads neither a user nor, for the input that its rule allows, the clock.
import type { BodyOf } from '@clubfolio/contract'
import { marketDayAt } from '@clubfolio/domain'
import type { Clock } from '../../kernel/clock.ts'
import { isMinuteTiming } from '../stock/find-minute-rows.ts'

/** Returns whether the clock has no part in the answer. */
type IsTimeless = (input: never, clock: Clock) => boolean
const always: IsTimeless = () => true

/** Days that are over; of a day that forms, the simulated market computes the bar of this second. */
const areOver = ({ timing, end }: Pick<BodyOf<'stock', 'byRange'>, 'timing' | 'end'>, clock: Clock): boolean =>
  !isMinuteTiming(timing) && end < marketDayAt(clock.nowMs())

const rules: Readonly<Record<string, IsTimeless>> = {
  'stock.searchByKeyword': always,
  'stock.getTopWinners': always,
  'stock.getTopLosers': always,
  'stock.getNewHigh': always,
  'stock.getNewLow': always,
  'stock.getNewIpo': always,
  'stock.findHeatMap': always,
  'stock.fundamental': always,
  'stock.getAssetType': always,
  'stock.byRange': areOver,
  'stock.findInstrumentHistoricInPercentage': (
    { timing, toDate }: BodyOf<'stock', 'findInstrumentHistoricInPercentage'>,
    clock,
  ) => areOver({ timing, end: toDate }, clock),
}

/** The calls that may be answered from memory. */
export const marketAnswerNames: readonly string[] = Object.keys(rules)

/**
 * Returns the key of the answer, or undefined when it must be made for this call. The session token that some bodies
 * may carry has no part in it.
 */
export function marketAnswerKey(
  routeName: string,
  { params, body }: { readonly params: unknown; readonly body: unknown },
  clock: Clock,
): string | undefined {
  const rule = rules[routeName]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up by name, a rule loses its own input
  if (rule === undefined || !rule((body ?? params) as never, clock)) return undefined
  const asked = typeof body === 'object' && body !== null ? { ...body, token: undefined } : body
  return JSON.stringify([routeName, params, asked])
}
