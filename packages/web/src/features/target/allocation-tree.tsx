// The classes of an account as a tree: a row for each, and the instruments of a leaf once it is opened.
import type { Allocation, AllocationInstrument } from '@clubfolio/contract'
import { useState } from 'react'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { ClassName, describeQuantity, InstrumentName } from './allocation-names.tsx'
import { AllocationStack } from './allocation-stack.tsx'
import styles from './allocation.module.css'
import { BandState } from './band-state.tsx'
import { bandPlaceOf, bandRangeOf, barScaleOf } from './band-words.ts'
import { formatPoints } from './format-points.ts'
import { TargetBar } from './target-bar.tsx'

export interface AllocationTreeProps {
  readonly allocation: Allocation
  readonly isPhone: boolean
}

export function AllocationTree({ allocation, isPhone }: AllocationTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpened((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  if (isPhone) return <AllocationStack allocation={allocation} opened={opened} onToggle={toggle} />
  const hasPlan = allocation.band !== null
  const scale = barScaleOf(allocation)
  return (
    <ScrollArea label="Table of classes" role="region" className={styles['scrolled']}>
      <table className={styles['tree']} aria-label="Classes">
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Value</th>
            <th scope="col">Part</th>
            {hasPlan ? (
              <>
                <th scope="col">Target</th>
                <th scope="col">Drift</th>
                <th scope="col">Drift in money</th>
                <th scope="col" data-words>
                  Band
                </th>
              </>
            ) : null}
            <th scope="col" className={styles['picture']} data-words>
              {hasPlan ? 'Part against target' : 'Part of the value'}
            </th>
          </tr>
        </thead>
        <tbody>
          {allocation.classes.map((one) => {
            const isOpen = opened.has(one.key)
            return [
              <tr key={one.key} data-group={one.isLeaf ? undefined : true}>
                <th scope="row" style={{ paddingLeft: 12 + one.level * 18 }}>
                  <ClassName one={one} isOpen={isOpen} onToggle={toggle} />
                </th>
                <Figures figures={one} hasPlan={hasPlan} />
                {hasPlan ? (
                  <td data-words>
                    <BandState place={bandPlaceOf(one)} />
                  </td>
                ) : null}
                <td className={styles['picture']}>
                  <TargetBar
                    part={one.part}
                    target={one.target}
                    range={bandRangeOf(one.target, allocation.band)}
                    scale={scale}
                  />
                </td>
              </tr>,
              ...(isOpen
                ? one.instruments.map((instrument) => (
                    <tr key={`${one.key} ${instrument.code ?? 'cash'}`} data-instrument>
                      <th scope="row" style={{ paddingLeft: 36 + one.level * 18 }}>
                        <InstrumentName instrument={instrument} />
                      </th>
                      <Figures figures={instrument} hasPlan={hasPlan} />
                      {hasPlan ? <td /> : null}
                      <td className={styles['picture']}>{describeQuantity(instrument)}</td>
                    </tr>
                  ))
                : []),
            ]
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Money value={allocation.value} />
            </td>
            <td>{allocation.value > 0n ? formatPercent(100) : formatPercent(null)}</td>
            {hasPlan ? <td>{formatPercent(100)}</td> : null}
            <td colSpan={hasPlan ? 4 : 1} />
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  )
}

interface FiguresProps {
  readonly figures: Pick<AllocationInstrument, 'value' | 'part' | 'target' | 'driftPoints' | 'drift'>
  readonly hasPlan: boolean
}

function Figures({ figures: { value, part, target, driftPoints, drift }, hasPlan }: FiguresProps) {
  return (
    <>
      <td>
        <Money value={value} />
      </td>
      <td>{formatPercent(part)}</td>
      {hasPlan ? (
        <>
          <td>{formatPercent(target)}</td>
          <td>{formatPoints(driftPoints)}</td>
          <td>
            <Money value={drift} isSigned />
          </td>
        </>
      ) : null}
    </>
  )
}
