// Option management: one company as a bubble, its calls and its puts side by side, each with its own expiration.
// Source: docs/rules/trading.md, "Option management".
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { api } from '../../kernel/api.ts'
import { useChosenCompany } from '../../kernel/company-choice.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { BubbleTag } from '../../ui/bubble-tag.tsx'
import { CompanySearch } from '../../ui/company-search.tsx'
import { formatDay } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { useExpirations, useOptionChain, windowDays } from './api.ts'
import { expirationsOf, nearestExpiration } from './chain.ts'
import { ChainPanel } from './chain-panel.tsx'
import classes from './option.module.css'

const isoDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .or(z.literal(''))
  .catch('')
const Place = z.object({ code: z.string().max(24).catch(''), call: isoDay, put: isoDay })
const dayFormat = 'YYYY-MM-DD'
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function OptionScreen() {
  useDocumentTitle('Option Management')
  const [place, setPlace] = useUrlState(Place)
  const chosen = useChosenAccount()
  const { data: market } = useMarketState()
  const number = chosen.account?.number
  const today = market ? formatDay(market.marketTime) : undefined
  const asked = useMemo(
    () => (place.code !== '' && number !== undefined ? { code: place.code, accountNumber: number } : undefined),
    [place.code, number],
  )
  const span = useMemo(
    () =>
      today === undefined
        ? undefined
        : { fromDate: today, toDate: dayjs(today).add(windowDays, 'day').format(dayFormat) },
    [today],
  )
  const chain = useOptionChain(asked, span)
  const expirations = useExpirations(asked)
  const choose = useCallback((code: string) => setPlace({ code, call: '', put: '' }), [setPlace])
  useChosenCompany(choose)
  return (
    <>
      <PageHead title="Option Management" />
      <div className={classes['choice']}>
        <div className={classes['search']}>
          <CompanySearch label="Company of the options" search={search} onChoose={({ code }) => choose(code)} />
        </div>
        {place.code === '' ? null : (
          <>
            <BubbleTag title={place.code} size="medium" showCloseButton onClose={() => choose('')} />
            <Underlying code={place.code} quoted={chain.data?.underlyingPrice ?? null} />
          </>
        )}
      </div>
      {!chosen.account && (chosen.failure || chosen.choices) ? (
        <Panel>
          <NoTradingAccount chosen={chosen} purpose="Option chains come from the market data of your brokerage." />
        </Panel>
      ) : place.code === '' ? (
        <Panel>
          <EmptyState
            title="Choose a company"
            words={
              'Search a company above to see its calls and puts: prices, activity, implied volatility and greeks ' +
              'of every strike, for every day on which they expire.'
            }
          />
        </Panel>
      ) : chain.isError && !chain.data ? (
        <Panel>
          <FailedState
            title="The option chain could not be loaded"
            why={chain.error.message}
            onRetry={() => void chain.refetch()}
            isRetrying={chain.isFetching}
          />
        </Panel>
      ) : expirations.data?.length === 0 ? (
        <Panel>
          <EmptyState
            title={`No options on ${place.code}`}
            words={
              'The market of this account lists no options of this company. The simulated market has them for its ' +
              'shares and funds; imported and replayed prices bring none.'
            }
          />
        </Panel>
      ) : (
        <div className={classes['grid']}>
          {(['CALL', 'PUT'] as const).map((side) => {
            const field = side === 'CALL' ? 'call' : 'put'
            const days =
              expirations.data?.map(({ expirationDate }) => expirationDate) ??
              (chain.data ? expirationsOf(chain.data, side) : [])
            const wanted = place[field]
            const day = wanted !== '' && days.includes(wanted) ? wanted : nearestExpiration(days, today ?? '')
            return asked && span ? (
              <ChainPanel
                key={`${side} ${place.code}`}
                side={side}
                asked={asked}
                window={chain.data}
                windowEnd={span.toDate}
                expirations={expirations.data ?? []}
                day={day}
                onDay={(chosen) => setPlace({ [field]: chosen })}
                price={chain.data?.underlyingPrice ?? null}
                isRefreshing={chain.isFetching}
              />
            ) : null
          })}
        </div>
      )}
    </>
  )
}

/** Name and price of the company; the chain's price until the live one arrives. */
function Underlying({ code, quoted }: { readonly code: string; readonly quoted: number | null }) {
  const last = useLastPrice(code)
  const { data: company } = useQuery({
    queryKey: ['stock', 'fundamental', code],
    queryFn: ({ signal }) => api.stock.fundamental({ body: { symbol: code } }, { signal, ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const price = last ?? quoted
  return (
    <>
      {company ? <span className={classes['name']}>{company.name}</span> : null}
      {price === null ? null : <span className={classes['price']}>{formatMoney(String(price))}</span>}
    </>
  )
}
