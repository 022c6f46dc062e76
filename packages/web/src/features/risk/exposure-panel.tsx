// Exposure by sector or by underlying: net with its share of the account's value as a bar around zero, long and short.
import type { Exposure, PortfolioRisk } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { useState } from 'react'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { Absent } from '../../ui/table/column.tsx'
import { GainBar } from './gain-bar.tsx'
import classes from './risk.module.css'

interface Row {
  readonly key: string
  readonly name: string
  readonly detail: string | undefined
  readonly exposure: Exposure
}

const groupings = [
  { key: 'SECTOR', value: 'By sector' },
  { key: 'UNDERLYING', value: 'By underlying' },
] as const

export function ExposurePanel({ risk }: { readonly risk: PortfolioRisk }) {
  const [grouping, setGrouping] = useState<(typeof groupings)[number]['key']>('SECTOR')
  const rows = grouping === 'SECTOR' ? sectorRows(risk) : underlyingRows(risk)
  const format = useFormatAmount()
  const most = rows.reduce((found, { exposure: { net } }) => Math.max(found, Math.abs(Number(net))), 0)
  return (
    <Panel
      title="Exposure"
      controls={
        <QuietMenu
          label="Exposure"
          groups={[choiceGroup({ title: 'Rows', choices: groupings, chosen: grouping, onChoose: setGrouping })]}
        />
      }
    >
      <table
        className={classes['table']}
        aria-label={grouping === 'SECTOR' ? 'Exposure by sector' : 'Exposure by underlying'}
      >
        <thead>
          <tr>
            <th scope="col">{grouping === 'SECTOR' ? 'Sector' : 'Underlying'}</th>
            <th scope="col" data-kind="bar">
              <span className={classes['unseen']}>Net as a bar</span>
            </th>
            <th scope="col" data-kind="number">
              Net
            </th>
            <th scope="col" data-kind="wide">
              Long
            </th>
            <th scope="col" data-kind="wide">
              Short
            </th>
            <th scope="col" data-kind="number">
              Gross
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, detail, exposure }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {detail === undefined ? null : <span className={classes['detail']}>{detail}</span>}
                <span className={classes['phoneDetail']}>
                  {[
                    ...(exposure.long > 0n ? [`long ${format(exposure.long, { decimals: 0 })}`] : []),
                    ...(exposure.short < 0n ? [`short ${format(exposure.short, { decimals: 0 })}`] : []),
                  ].join(', ')}
                </span>
              </th>
              <td data-kind="bar">
                <GainBar value={Number(exposure.net)} most={most} />
              </td>
              <Sides exposure={exposure} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All positions</th>
            <td data-kind="bar" />
            <Sides exposure={risk.exposure} />
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}

function Sides({ exposure }: { readonly exposure: Exposure }) {
  return (
    <>
      <Side kind="number" money={exposure.net} percent={exposure.netPercent} />
      <Side kind="wide" money={exposure.long} percent={exposure.longPercent} />
      <Side kind="wide" money={exposure.short} percent={exposure.shortPercent} />
      <Side kind="number" money={exposure.gross} percent={exposure.grossPercent} />
    </>
  )
}

interface SideProps {
  /** Wide ones are not shown on phones. */
  readonly kind: 'number' | 'wide'
  readonly money: Cents
  readonly percent: number | null
}

function Side({ kind, money, percent }: SideProps) {
  return (
    <td data-kind={kind}>
      {money === 0n ? (
        <Absent />
      ) : (
        <>
          <Money value={money} decimals={0} />
          <span className={classes['detail']}>{formatPercent(percent)}</span>
        </>
      )}
    </td>
  )
}

const positionWords = (count: number): string => `${count} ${count === 1 ? 'position' : 'positions'}`

const sectorRows = ({ sectors }: PortfolioRisk): Row[] =>
  sectors.map(({ name, positions, exposure }) => ({ key: name, name, detail: positionWords(positions), exposure }))

const underlyingRows = ({ underlyings }: PortfolioRisk): Row[] =>
  underlyings.map(({ code, name, positions, exposure }) => ({
    key: code,
    name: code,
    detail: positions === 1 ? name : `${name}, ${positionWords(positions)}`,
    exposure,
  }))
