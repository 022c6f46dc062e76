// The reader's own trades on a chart: of which account, whether they are shown, and their current state.
import type { BarTiming, InstrumentTrading } from '@clubfolio/contract'
import { useChosenAccount, type ChosenAccount } from '../../kernel/chosen-account.ts'
import { isBoolean, usePreference } from '../../kernel/preference.ts'
import { useInstrumentTrading } from './api.ts'
import { useTradeLines, type TradeLines } from './use-trade-lines.ts'

export interface OwnTradesState extends TradeLines {
  readonly account: ChosenAccount
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  /** Undefined until loaded, and while hidden. */
  readonly trading: InstrumentTrading | undefined
  readonly failure: Error | null
  readonly retry: () => void
}

/** Nothing is fetched while switched off. The switch is the reader's own setting and applies to every chart. */
export function useOwnTrades(symbol: string, timing: BarTiming): OwnTradesState {
  const [isShown, setShown] = usePreference('chartTrades', true, isBoolean)
  const account = useChosenAccount()
  const asked = useInstrumentTrading(isShown ? account.account?.number : undefined, symbol)
  const trading = isShown ? asked.data : undefined
  const lines = useTradeLines({ symbol, timing, account: account.account, trading })
  return {
    ...lines,
    account,
    isShown,
    setShown,
    trading,
    failure: asked.data === undefined ? asked.error : null,
    retry: () => void asked.refetch(),
  }
}
