// The subtitle of a chart: asset type, code, market value in millions.
// Source: docs/rules/trading.md, "Chart screen".
import type { Company } from '@clubfolio/contract'
import { formatMoney } from '../../ui/format/money.ts'

/** `EQUITY · CRVN · $41,320 M`; an unknown market value is omitted. */
export function describeCompany(company: Company): string {
  const millions =
    company.marketCap === null ? undefined : formatMoney((company.marketCap / 1e6).toFixed(0), { decimals: 0 })
  return [company.assetType, company.code, ...(millions === undefined ? [] : [`${millions} M`])].join(' · ')
}
