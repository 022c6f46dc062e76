// The key figures of the trades in view: how often they win, what an average one brings, and the curve of R.
import type { TradeRow, TradeStatisticsReply } from '@clubfolio/contract'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { absent } from '../../ui/format/money.ts'
import { SparkLine } from '../../ui/spark-line.tsx'
import { describeCodes, formatR } from './journal-words.ts'
import classes from './journal.module.css'
import { RValue } from './r-value.tsx'

export interface JournalFiguresProps {
  readonly statistics: TradeStatisticsReply
  readonly onOpen: (trade: TradeRow) => void
}

export function JournalFigures({ statistics, onOpen }: JournalFiguresProps) {
  const { total, best, worst, curve } = statistics
  return (
    <FigureRow label="Key figures" isBoxed>
      <Figure label="Result" isHeadline>
        <Change money={total.result} />
      </Figure>
      <Figure label="Closed trades">{formatCount(total.count)}</Figure>
      <Figure label="Win rate">{total.winPercent === null ? absent : formatPercent(total.winPercent)}</Figure>
      <Figure label="Expectancy">
        <Change money={total.expectancy} />
        {total.expectancyR === null ? null : <span className={classes['dimmed']}> {formatR(total.expectancyR)}</span>}
      </Figure>
      <Figure label="Profit factor">{total.profitFactor === null ? absent : total.profitFactor.toFixed(2)}</Figure>
      <Figure label="R added up">
        <span className={classes['sum']}>
          <RValue r={total.rCount === 0 ? null : total.totalR} />
          {curve.length > 1 ? (
            <SparkLine values={[0, ...curve.map(([, r]) => r)]} label="R added up by closing" />
          ) : null}
        </span>
      </Figure>
      <Figure label="Drawdown">{total.rCount === 0 ? absent : `${statistics.drawdownR.toFixed(2)} R`}</Figure>
      <Extreme label="Best trade" trade={best} onOpen={onOpen} />
      <Extreme label="Worst trade" trade={worst} onOpen={onOpen} />
    </FigureRow>
  )
}

interface ExtremeProps extends Pick<JournalFiguresProps, 'onOpen'> {
  readonly label: string
  readonly trade: TradeRow | null
}

/** A click opens the trade with its chart. */
function Extreme({ label, trade, onOpen }: ExtremeProps) {
  return (
    <Figure label={label}>
      {trade === null ? (
        absent
      ) : (
        <UnstyledButton className={classes['extreme']} onClick={() => onOpen(trade)}>
          <VisuallyHidden>{`${label}:`}</VisuallyHidden>
          <span className={classes['extremeCode']}>{describeCodes(trade)}</span> <Change money={trade.result} />
        </UnstyledButton>
      )}
    </Figure>
  )
}
