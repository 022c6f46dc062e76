// Figures: a headline, money, changes.
import { Change } from '../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatBigNumber } from '../../ui/format/number.ts'
import classes from './gallery.module.css'

export function FigureSection() {
  return (
    <div className={classes['wide']}>
      <FigureRow isBoxed label="Fund">
        <Figure label="Fund value" isHeadline>
          <Money value={28_431_652n} />
        </Figure>
        <Figure label="Unit value">
          <Money value="11.7933" decimals={4} />
        </Figure>
        <Figure label="Profit/Lost">
          <Change money={4_481_652n} />
        </Figure>
        <Figure label="Max drawdown">
          <Change percent={-8.27} />
        </Figure>
        <Figure label="Today">
          <Change money={0n} />
        </Figure>
        <Figure label="Volume">{formatBigNumber(2_410_000)}</Figure>
        <Figure label="Unknown">
          <Money value={undefined} />
        </Figure>
      </FigureRow>
    </div>
  )
}
