// Exposure by sector or by underlying: net with its share of the account's value as a bar around zero, long and short.
import type { Exposure, PortfolioRisk } from '@clubfolio/contract'
import { useState } from 'react'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
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
            <th scope="col" data-kind="number">
              % of value
            </th>
            <th scope="col" data-kind="wide">
              Long
            </th>
            <th scope="col" data-kind="wide">
              Short
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
              <td data-kind="number">
                <Money value={exposure.net} decimals={0} />
              </td>
              <td data-kind="number">{formatPercent(exposure.netPercent)}</td>
              <td data-kind="wide">
                <Money value={exposure.long} decimals={0} />
              </td>
              <td data-kind="wide">
                <Money value={exposure.short} decimals={0} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All positions</th>
            <td data-kind="bar" />
            <td data-kind="number">
              <Money value={risk.exposure.net} decimals={0} />
            </td>
            <td data-kind="number">{formatPercent(risk.exposure.netPercent)}</td>
            <td data-kind="wide">
              <Money value={risk.exposure.long} decimals={0} />
            </td>
            <td data-kind="wide">
              <Money value={risk.exposure.short} decimals={0} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Panel>
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
