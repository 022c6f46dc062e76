// The classes of an account as a tree: a row for each, and the instruments of a leaf once it is opened.
import type { Allocation, AllocationClass, AllocationInstrument } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Money } from '../../ui/figure/money.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { AllocationStack } from './allocation-stack.tsx'
import classes from './allocation.module.css'
import { BandState } from './band-state.tsx'
import { bandPlaceOf, bandRangeOf, barScaleOf } from './band-words.ts'
import { formatPoints, trimDecimals } from './format-points.ts'
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
    <ScrollArea label="Table of classes" role="region" className={classes['scrolled']}>
      <table className={classes['tree']} aria-label="Classes">
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
            <th scope="col" className={classes['picture']} data-words>
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
                <td className={classes['picture']}>
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
                      <td className={classes['picture']}>{describeQuantity(instrument)}</td>
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

interface ClassNameProps {
  readonly one: AllocationClass
  readonly isOpen: boolean
  readonly onToggle: (key: string) => void
}

/** The name of a leaf opens its instruments. */
export function ClassName({ one: { key, name, isLeaf, instruments }, isOpen, onToggle }: ClassNameProps) {
  if (!isLeaf || instruments.length === 0) return <span className={classes['className']}>{name}</span>
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton className={classes['toggle']} aria-expanded={isOpen} onClick={() => onToggle(key)}>
      <Mark size={14} stroke={1.8} aria-hidden />
      {name}
    </UnstyledButton>
  )
}

export function InstrumentName({ instrument: { code, name } }: { readonly instrument: AllocationInstrument }) {
  return (
    <span className={classes['instrument']}>
      {code === null ? name : <strong>{formatCode(code)}</strong>}
      {code === null || name === formatCode(code) ? null : <span className={classes['second']}>{name}</span>}
    </span>
  )
}

/** `120 at 48.15`, `not held`, or nothing for cash. */
export function describeQuantity({ kind, quantity, lastPrice }: AllocationInstrument): string {
  if (quantity === null) return ''
  if (Number(quantity) === 0) return 'not held'
  const price = lastPrice === null ? '' : ` at ${Number(lastPrice).toFixed(2)}`
  return `${formatCount(trimDecimals(quantity))}${price}${kind === 'OPTION' ? ', an option' : ''}`
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
