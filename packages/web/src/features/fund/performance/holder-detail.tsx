// One holder's detail: figures, profit history (Floating, Real, Total), entries. Unallocated can be opened but not
// edited.
// Source: docs/rules/accounts.md, "Account Mapping"; docs/rules/fund.md, "Real and floating profit".
import type { ParticipationRow } from '@clubfolio/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Change } from '../../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { EntryTable } from '../entry/entry-table.tsx'
import { HolderName } from './holder-name.tsx'
import { ProfitHistory } from './profit-history.tsx'
import type { HolderNet } from '../book/fees-api.ts'
import { formatHalfEven } from '../book/quantity.ts'
import { fundTerms } from '../fund-terms.ts'
import classes from '../participation.module.css'

export interface HolderDetailProps {
  readonly row: ParticipationRow
  readonly rows: readonly ParticipationRow[]
  /** Value less accrued fees, where fees accrue. */
  readonly net: HolderNet | undefined
  readonly onClose: () => void
  /** Opens the matching view of the books. */
  readonly onMatch: () => void
}

export function HolderDetail({ row, rows, net, onClose, onMatch }: HolderDetailProps) {
  return (
    <section className={classes['detail']} aria-label={`Detail of ${row.memberFullName}`}>
      <header className={classes['detailHead']}>
        <HolderName row={row} rows={rows} />
        <span className={classes['dimmed']}>
          {formatHalfEven(row.units, 4)} units · {row.participationPercent.toFixed(2)}% of the fund
        </span>
        <div className={classes['detailFigures']}>
          <FigureRow label={`Figures of ${row.memberFullName}`}>
            <Figure label="Value">
              <Money value={row.value} />
            </Figure>
            {net ? (
              <>
                <Figure label="Accrued fees" meaning={fundTerms.accruedFees}>
                  <Money value={net.value - net.net} />
                </Figure>
                <Figure label="Net value" meaning={fundTerms.netValue}>
                  <Money value={net.net} />
                </Figure>
              </>
            ) : null}
            <Figure label="Floating" meaning={fundTerms.floating}>
              <Change money={row.floatingProfit} />
            </Figure>
            <Figure label="Real" meaning={fundTerms.real}>
              <Change money={row.realProfit} />
            </Figure>
          </FigureRow>
        </div>
        <ActionIcon size={28} aria-label="Close the detail" onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <div className={classes['detailBody']}>
        <ProfitHistory row={row} />
        <EntryTable row={row} onMatch={onMatch} />
      </div>
    </section>
  )
}
