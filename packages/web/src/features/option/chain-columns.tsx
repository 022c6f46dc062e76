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

const strikeWords = ({ strikePrice }: OptionContract) => formatMoney(String(strikePrice), { isPlain: true })

export const chainColumns: readonly Column<OptionContract>[] = [
  {
    id: 'strike',
    header: 'Strike',
    align: 'right',
    isFixed: true,
    render: (contract) => <strong title={contract.description}>{strikeWords(contract)}</strong>,
    sortValue: ({ strikePrice }) => strikePrice,
    text: strikeWords,
  },
  figureColumn({ id: 'bid', header: 'Bid', value: ({ bid }) => bid, decimals: 2 }),
  figureColumn({ id: 'ask', header: 'Ask', value: ({ ask }) => ask, decimals: 2 }),
  figureColumn({ id: 'last', header: 'Last', value: ({ last }) => last, decimals: 2 }),
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
  figureColumn({ id: 'volatility', header: 'IV %', value: ({ volatility }) => volatility, decimals: 1 }),
  figureColumn({ id: 'delta', header: 'Delta', value: ({ delta }) => delta, decimals: 2 }),
  figureColumn({ id: 'gamma', header: 'Gamma', value: ({ gamma }) => gamma, decimals: 4 }),
  figureColumn({ id: 'theta', header: 'Theta', value: ({ theta }) => theta, decimals: 2 }),
  figureColumn({ id: 'vega', header: 'Vega', value: ({ vega }) => vega, decimals: 2 }),
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
