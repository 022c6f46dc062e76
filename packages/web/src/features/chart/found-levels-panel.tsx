// Next to the chart: the levels that the published rule finds, each with its proof, to show on the chart or to adopt.
import { describeComputing } from '@clubfolio/contract'
import type { FoundLevel } from '@clubfolio/charts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useMarketState } from '../../kernel/market-state.ts'
import { isBoolean, usePreference } from '../../kernel/preference.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useInstrumentLevels } from './api.ts'
import classes from './level-panel.module.css'
import { foundLevels, describeProof, describeTouches } from './level-words.ts'
import { formatQuotedPrice } from './price-words.ts'
import type { ChartLevels } from './use-levels.ts'

export interface FoundLevelsState {
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  /** Null when the market has no levels of the instrument; undefined until they are loaded. */
  readonly data: ReturnType<typeof useInstrumentLevels>['data']
  readonly lines: readonly FoundLevel[] | undefined
}

/** Nothing is fetched until they are switched on. */
export function useFoundLevels(symbol: string): FoundLevelsState {
  const [isShown, setShown] = usePreference('chartFoundLevels', false, isBoolean)
  const { data } = useInstrumentLevels(isShown ? symbol : undefined)
  const lines = useMemo(() => (isShown && data ? foundLevels(data) : undefined), [isShown, data])
  return { isShown, setShown, data: isShown ? data : undefined, lines }
}

export function FoundLevelsPanel({
  found,
  levels,
}: {
  readonly found: FoundLevelsState
  readonly levels: ChartLevels
}) {
  const { isShown, setShown, data, lines } = found
  const computing = useMarketState().data?.computing
  const { direction } = levels.levels
  const pair = data?.[direction]
  return (
    <section className={classes['panel']} aria-label="Found levels">
      <div className={classes['row']}>
        <h3 className={`${classes['title']} ${classes['name']}`}>Found levels</h3>
        <Toggle label="Found levels on the chart" isOn={isShown} onChange={setShown} />
      </div>
      {data === null ? (
        <p className={classes['note']}>
          {computing ? `${describeComputing(computing)}.` : 'There are too few bars of this symbol to find levels.'}
        </p>
      ) : null}
      {data?.isComputing ? (
        <p className={classes['note']} role="status">
          Prices have changed since; these levels are being computed again.
        </p>
      ) : null}
      {data && lines ? (
        <>
          {lines.length > 0 ? (
            <ul className={classes['list']} aria-label={`Levels of ${data.day}`}>
              {lines.map(({ price, touchesMs, side }) => (
                <li key={price} data-level={side}>
                  <span>{describeTouches(side, touchesMs.length)}</span>
                  <span>{formatQuotedPrice(price)}</span>
                </li>
              ))}
            </ul>
          ) : null}
          {pair ? (
            <>
              <p className={classes['note']}>
                {describeProof('Resistance', pair.resistance)} {describeProof('Support', pair.support)}
              </p>
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  levels.restore({ direction, resistance: pair.resistance.price, support: pair.support.price })
                }
              >
                Use {formatQuotedPrice(pair.resistance.price)} and {formatQuotedPrice(pair.support.price)}
              </Button>
            </>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
