// The top bar's company search: a chosen company goes to the screen in view where that can use it, else to the chart.
// Source: docs/rules/interface.md, "Company search".
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { CompanySearch } from '../../ui/company-search.tsx'
import { api } from '../../kernel/api.ts'
import { storeChartSearch } from '../../kernel/chart-search.ts'
import { offerCompany } from '../../kernel/company-choice.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { formatDay } from '../../ui/format/date.ts'
import { timingOfAddress } from '../chart/chart-timing.ts'

const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

/**
 * The calculator and the options take the company. On a chart it opens with the current timing (monthly without one);
 * from anywhere else the chart opens daily.
 */
export function CompanySearchPart() {
  const navigate = useNavigate()
  const { timing } = useParams({ strict: false })
  const isChart = useRouterState({ select: ({ location }) => /^\/chart(\/|$)/.test(location.pathname) })
  const { data: market } = useMarketState()
  const choose = (code: string) => {
    if (offerCompany(code)) return
    const wanted = { code, timing: isChart ? timingOfAddress(timing) : '_D' } as const
    storeChartSearch(wanted, formatDay(market?.marketTime ?? Date.now()))
    void navigate({ to: '/chart/$symbol/$timing', params: { symbol: code, timing: wanted.timing } })
  }
  return <CompanySearch isTopBar search={search} onChoose={({ code }) => choose(code)} />
}
