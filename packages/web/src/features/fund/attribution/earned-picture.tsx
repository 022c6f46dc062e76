// What earned the money as a picture above the table: a treemap by weight and contribution, or bars from the largest
// gain to the largest loss. A tile or bar opens the derivation of the figure that it shows.
import type { Attribution, AttributionLine } from '@clubfolio/contract'
import { useMemo } from 'react'
import { Change } from '../../../ui/figure/change.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { HeatLegend } from '../../../ui/treemap/heat-legend.tsx'
import { Treemap } from '../../../ui/treemap/treemap.tsx'
import { lineId } from './attribution-columns.tsx'
import { earnedBars, earnedTiles, isCashReduced, toneStep } from './picture-groups.ts'
import classes from './earned-picture.module.css'

export interface EarnedPictureProps {
  readonly lines: readonly AttributionLine[]
  readonly total: Attribution['total']
  /** Returns what opens where a line comes from; undefined for a line without a derivation. */
  readonly onOpen: (line: AttributionLine) => (() => void) | undefined
  /** Opens where the contribution of all long or all short positions comes from. */
  readonly onOpenSide: (side: 'LONG' | 'SHORT') => void
}

export function EarnedTreemap({ lines, onOpen, onOpenSide }: EarnedPictureProps) {
  const step = toneStep(lines)
  const groups = useMemo(() => earnedTiles(lines, { step, onOpen, onOpenSide }), [lines, step, onOpen, onOpenSide])
  if (groups.length === 0)
    return (
      <EmptyState
        title="No treemap for this period"
        words="The treemap needs weights and contributions, and this period has no percent. The bars show dollars."
      />
    )
  return (
    <>
      <div className={classes['map']}>
        <Treemap label="Contributions by average weight" groups={groups} />
      </div>
      <div className={classes['foot']}>
        <HeatLegend step={step} />
        <span>
          Area: average weight{isCashReduced(lines) ? ', Cash reduced to half of the map' : ''}. Color: contribution.
        </span>
      </div>
    </>
  )
}

export function EarnedBarList({ lines, total, onOpen }: EarnedPictureProps) {
  const hasPercent = total.contribution !== null
  const { bars, zero } = useMemo(() => earnedBars(lines, hasPercent), [lines, hasPercent])
  return (
    <ScrollArea role="group" label="Contributions, the largest gain first" className={classes['bars']}>
      <ul>
        {bars.map(({ line, left, width }) => {
          const open = onOpen(line)
          const Row = open ? 'button' : 'div'
          return (
            <li key={lineId(line)}>
              <Row
                className={classes['bar']}
                {...(open
                  ? {
                      type: 'button',
                      onClick: open,
                      title: `Where the ${hasPercent ? 'contribution' : 'profit'} comes from`,
                    }
                  : {})}
              >
                <span className={classes['name']}>{line.name}</span>{' '}
                <span className={classes['track']} aria-hidden>
                  <span className={classes['zero']} style={{ left: `${zero}%` }} />
                  <span
                    className={classes['fill']}
                    data-loss={line.profit < 0n || undefined}
                    style={{ left: `${left}%`, width: `${width}%` }}
                  />
                </span>
                <span className={classes['figure']}>
                  {hasPercent ? <Change percent={line.contribution} /> : <Change money={line.profit} />}
                </span>
              </Row>
            </li>
          )
        })}
      </ul>
    </ScrollArea>
  )
}
