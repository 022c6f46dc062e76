// The columns of a chain: prices, activity, implied volatility and greeks of each contract.
import type { OptionContract } from '@clubfolio/contract'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { countColumn, type Column } from '../../ui/table/column.tsx'

interface FigureColumn {
  readonly id: string
  readonly header: string
  readonly value: (contract: OptionContract) => number | null
  readonly decimals: number
  readonly isSigned?: boolean
  readonly isHiddenByDefault?: boolean
}

/** A plain number with its own decimals; `--` where the brokerage could not compute one. */
function figureColumn({
  id,
  header,
  value,
  decimals,
  isSigned = false,
  isHiddenByDefault = false,
}: FigureColumn): Column<OptionContract> {
  const words = (contract: OptionContract) => {
    const figure = value(contract)
    return figure === null ? absent : formatMoney(String(figure), { isPlain: true, isSigned, decimals })
  }
  return {
    id,
    header,
    align: 'right',
    isHiddenByDefault,
    render: words,
    sortValue: value,
    text: (contract) => words(contract).replaceAll(',', '').replace(absent, ''),
  }
}

/** The figures of a contract beside its strike and its prices, which are always there. */
export const chainColumns: readonly Column<OptionContract>[] = [
  figureColumn({ id: 'delta', header: 'Delta', value: ({ delta }) => delta, decimals: 2 }),
  figureColumn({ id: 'volatility', header: 'IV %', value: ({ volatility }) => volatility, decimals: 1 }),
  figureColumn({ id: 'last', header: 'Last', value: ({ last }) => last, decimals: 2, isHiddenByDefault: true }),
  figureColumn({ id: 'mark', header: 'Mark', value: ({ mark }) => mark, decimals: 2, isHiddenByDefault: true }),
  figureColumn({
    id: 'change',
    header: 'Change',
    value: ({ netChange }) => netChange,
    decimals: 2,
    isSigned: true,
    isHiddenByDefault: true,
  }),
  countColumn({ id: 'volume', header: 'Volume', value: ({ totalVolume }) => totalVolume }),
  countColumn({ id: 'openInterest', header: 'Open Int.', value: ({ openInterest }) => openInterest }),
  figureColumn({ id: 'gamma', header: 'Gamma', value: ({ gamma }) => gamma, decimals: 4, isHiddenByDefault: true }),
  figureColumn({ id: 'theta', header: 'Theta', value: ({ theta }) => theta, decimals: 2, isHiddenByDefault: true }),
  figureColumn({ id: 'vega', header: 'Vega', value: ({ vega }) => vega, decimals: 2, isHiddenByDefault: true }),
  figureColumn({ id: 'rho', header: 'Rho', value: ({ rho }) => rho, decimals: 2, isHiddenByDefault: true }),
  figureColumn({
    id: 'intrinsic',
    header: 'Intrinsic',
    value: ({ intrinsicValue }) => intrinsicValue,
    decimals: 2,
    isHiddenByDefault: true,
  }),
  figureColumn({
    id: 'time',
    header: 'Time Value',
    value: ({ timeValue }) => timeValue,
    decimals: 2,
    isHiddenByDefault: true,
  }),
]

/** What a file has before them: the contract and its prices. */
export const contractColumns: readonly Column<OptionContract>[] = [
  { id: 'contract', header: 'Contract', render: ({ symbol }) => symbol, text: ({ symbol }) => symbol },
  { id: 'right', header: 'Right', render: ({ putCall }) => putCall, text: ({ putCall }) => putCall },
  {
    id: 'expiration',
    header: 'Expiration',
    render: ({ expirationDate }) => expirationDate,
    text: ({ expirationDate }) => expirationDate,
  },
  figureColumn({ id: 'strike', header: 'Strike', value: ({ strikePrice }) => strikePrice, decimals: 2 }),
  figureColumn({ id: 'bid', header: 'Bid', value: ({ bid }) => bid, decimals: 2 }),
  figureColumn({ id: 'ask', header: 'Ask', value: ({ ask }) => ask, decimals: 2 }),
]
