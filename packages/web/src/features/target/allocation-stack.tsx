// The classes of an account on a phone: a row of three lines for each, and nothing to scroll sideways.
import type { Allocation } from '@clubfolio/contract'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { ClassName, describeQuantity, InstrumentName } from './allocation-names.tsx'
import styles from './allocation.module.css'
import { BandState } from './band-state.tsx'
import { bandPlaceOf, bandRangeOf, barScaleOf } from './band-words.ts'
import { formatPoints } from './format-points.ts'
import { TargetBar } from './target-bar.tsx'

export interface AllocationStackProps {
  readonly allocation: Allocation
  readonly opened: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

export function AllocationStack({ allocation, opened, onToggle }: AllocationStackProps) {
  const scale = barScaleOf(allocation)
  return (
    <ul className={styles['stack']} aria-label="Classes">
      {allocation.classes.map((one) => (
        <li key={one.key} style={{ paddingLeft: 12 + one.level * 14 }}>
          <div className={styles['line']}>
            <ClassName one={one} isOpen={opened.has(one.key)} onToggle={onToggle} />
            <Money value={one.value} />
          </div>
          <div className={styles['line']}>
            <span className={styles['second']}>
              {formatPercent(one.part)}
              {one.target === null ? '' : ` of ${formatPercent(one.target)}, ${formatPoints(one.driftPoints)}`}
            </span>
            {one.drift === null ? null : (
              <span className={styles['second']}>
                <Money value={one.drift} isSigned />
              </span>
            )}
          </div>
          <div className={styles['line']}>
            <div className={styles['bar']}>
              <TargetBar
                part={one.part}
                target={one.target}
                range={bandRangeOf(one.target, allocation.band)}
                scale={scale}
              />
            </div>
            <BandState place={bandPlaceOf(one)} />
          </div>
          {opened.has(one.key) ? (
            <ul className={styles['inner']} aria-label={`Instruments of ${one.name}`}>
              {one.instruments.map((instrument) => (
                <li key={instrument.code ?? 'cash'} className={styles['line']}>
                  <InstrumentName instrument={instrument} />
                  <span className={styles['right']}>
                    <Money value={instrument.value} />
                    <span className={styles['second']}>
                      {[describeQuantity(instrument), formatPercent(instrument.part)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
      <li className={styles['line']} data-total>
        <strong>Total</strong>
        <Money value={allocation.value} />
      </li>
    </ul>
  )
}
