// The chart screen without a company: how to find one, and the symbols that the user most likely wants.
import type { Operation } from '@clubfolio/contract'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { formatCount } from '../../ui/format/number.ts'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useOperations } from '../open-operation/api.ts'
import { accountName } from '../account/account-label.ts'
import { defaultTiming } from './chart-timing.ts'
import classes from './empty-chart.module.css'
import { useRecentSymbols } from './use-recent-symbols.ts'

export function EmptyChart() {
  const recent = useRecentSymbols()
  const { account } = useChosenAccount()
  const operations = useOperations(account?.number, false)
  // A chart shows shares; an option has no bars.
  const held = (operations.data ?? []).filter(({ multiplier }) => multiplier === 1)
  return (
    <>
      <EmptyState
        title="No company chosen"
        words={
          'The chart shows twenty years of prices of one company, adjusted for its splits. Type at least three ' +
          'letters of its name or symbol into the company search, or a whole symbol and Enter.'
        }
      />
      {recent.length > 0 ? (
        <SymbolList title="Viewed last">
          {recent.map((symbol) => (
            <SymbolLink key={symbol} symbol={symbol} />
          ))}
        </SymbolList>
      ) : null}
      {account && held.length > 0 ? (
        <SymbolList title={`Open positions in ${accountName(account)}`}>
          {held.map((operation) => (
            <SymbolLink key={operation.code} symbol={operation.code} detail={describeHolding(operation)} />
          ))}
        </SymbolList>
      ) : null}
    </>
  )
}

/** `Long 150` or `Short 40`. */
const describeHolding = ({ longQuantity, shortQuantity }: Operation): string =>
  shortQuantity === 0 ? `Long ${formatCount(longQuantity)}` : `Short ${formatCount(shortQuantity)}`

interface SymbolListProps {
  readonly title: string
  readonly children: readonly ReactNode[]
}

function SymbolList({ title, children }: SymbolListProps) {
  const id = useId()
  return (
    <section className={classes['list']} aria-labelledby={id}>
      <h3 id={id} className={classes['title']}>
        {title}
      </h3>
      <div className={classes['symbols']}>{children}</div>
    </section>
  )
}

function SymbolLink({ symbol, detail }: { readonly symbol: string; readonly detail?: string }) {
  return (
    <Link to="/chart/$symbol/$timing" params={{ symbol, timing: defaultTiming }} className={classes['symbol']}>
      {symbol}
      {detail ? <span className={classes['detail']}> {detail}</span> : null}
    </Link>
  )
}
