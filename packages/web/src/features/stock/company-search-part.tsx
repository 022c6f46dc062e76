// The top bar's company search: choosing a company opens the chart screen.
// Source: docs/rules/interface.md, "Company search".
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { CompanySearch } from '../../ui/company-search.tsx'
import { api } from '../../kernel/api.ts'

const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

/**
 * On a chart the chosen company opens with the current timing (monthly without one); from anywhere else the chart opens
 * daily.
 */
export function CompanySearchPart() {
  const navigate = useNavigate()
  const { timing } = useParams({ strict: false })
  const isChart = useRouterState({ select: ({ location }) => /^\/chart(\/|$)/.test(location.pathname) })
  return (
    <CompanySearch
      isTopBar
      search={search}
      onChoose={({ code }) =>
        void navigate({
          to: '/chart/$symbol/$timing',
          params: { symbol: code, timing: isChart ? (timing ?? '_MONTH') : '_D' },
        })
      }
    />
  )
}
