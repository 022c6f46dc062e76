// A move of SPY played through all positions: a bar and a row for each move, and what each position contributes to the
// chosen one.
import { riskSteps, type PortfolioRisk, type RiskStep } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Change } from '../../ui/figure/change.tsx'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { choiceGroup } from '../../ui/choice-group.ts'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import type { RiskSettings } from './api.ts'
import { GainBar } from './gain-bar.tsx'
import { contributionsAt, formatMove, shareOf } from './risk-words.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import classes from './risk.module.css'

const volatilityShifts = [-20, -10, 0, 10, 20, 50] as const
const startMove = -10

export interface StressPanelProps {
  readonly risk: PortfolioRisk
  readonly settings: RiskSettings
  readonly onChange: (settings: Partial<RiskSettings>) => void
  /** Names accounts where there are several. */
  readonly accountNames: ReadonlyMap<string, string>
  readonly isRefreshing: boolean
}

const stepWords = (step: RiskStep): string => `Steps of ${step}%`
const shiftWords = (shift: number): string =>
  shift === 0 ? 'Volatility unchanged' : `Volatility ${shift > 0 ? '+' : ''}${shift} points`

export function StressPanel({ risk, settings, onChange, accountNames, isRefreshing }: StressPanelProps) {
  const [wanted, setWanted] = useState(startMove)
  const { moves, gains } = risk.stress
  const chosen = nearest(moves, wanted)
  const hasOptions = risk.positions.some(({ code, underlying }) => code !== underlying)
  return (
    <Panel
      title="A move of SPY"
      isRefreshing={isRefreshing}
      controls={
        <QuietMenu
          label="A move of SPY"
          groups={[
            choiceGroup({
              title: 'Steps',
              choices: riskSteps.map((step) => ({ key: String(step), value: stepWords(step) })),
              chosen: String(settings.step),
              onChoose: (key) => onChange({ step: riskSteps.find((step) => String(step) === key) ?? settings.step }),
            }),
            ...(hasOptions
              ? [
                  choiceGroup({
                    title: 'Volatility of options',
                    choices: volatilityShifts.map((shift) => ({ key: String(shift), value: shiftWords(shift) })),
                    chosen: String(settings.volatilityShift),
                    onChoose: (key) => onChange({ volatilityShift: Number(key) }),
                  }),
                ]
              : []),
          ]}
        />
      }
    >
      <div className={classes['stress']}>
        <div>
          <MoveBars moves={moves} gains={gains} chosen={chosen} onChoose={setWanted} />
          <MoveTable risk={risk} chosen={chosen} onChoose={setWanted} />
        </div>
        <Contributions risk={risk} moveIndex={chosen} accountNames={accountNames} />
      </div>
    </Panel>
  )
}

function nearest(moves: readonly number[], wanted: number): number {
  return moves.reduce(
    (best, move, index) => (Math.abs(move - wanted) < Math.abs(moves[best]! - wanted) ? index : best),
    0,
  )
}

interface MoveChoice {
  /** Index of the move. */
  readonly chosen: number
  readonly onChoose: (move: number) => void
}

function MoveBars({
  moves,
  gains,
  chosen,
  onChoose,
}: MoveChoice & { readonly moves: readonly number[]; readonly gains: readonly bigint[] }) {
  const format = useFormatAmount()
  const amounts = gains.map(Number)
  const top = Math.max(0, ...amounts)
  const bottom = Math.min(0, ...amounts)
  const height = top - bottom || 1
  const zero = (top / height) * 100
  const [first, last] = [gains[0]!, gains.at(-1)!]
  return (
    <figure className={classes['moves']}>
      <figcaption className={classes['unseen']}>
        Gain at moves of SPY from {formatMove(moves[0]!)}, {format(first, { isSigned: true })}, to{' '}
        {formatMove(moves.at(-1)!)}, {format(last, { isSigned: true })}; the table below has every move.
      </figcaption>
      <div className={classes['columns']} aria-hidden>
        <span className={classes['zero']} style={{ top: `${zero}%` }} />
        {moves.map((move, index) => {
          const amount = amounts[index]!
          const size = (Math.abs(amount) / height) * 100
          return (
            <UnstyledButton
              key={move}
              className={classes['column']}
              tabIndex={-1}
              data-chosen={index === chosen || undefined}
              title={`SPY ${formatMove(move)}: ${format(gains[index], { isSigned: true })}`}
              onClick={() => onChoose(move)}
            >
              <span
                className={classes['columnFill']}
                data-below={amount < 0 || undefined}
                style={{ height: `${size}%`, top: `${amount < 0 ? zero : zero - size}%` }}
              />
            </UnstyledButton>
          )
        })}
      </div>
      <div className={classes['axis']} aria-hidden>
        <span>SPY {formatMove(moves[0]!)}</span>
        <span>0%</span>
        <span>{formatMove(moves.at(-1)!)}</span>
      </div>
    </figure>
  )
}

function MoveTable({ risk, chosen, onChoose }: MoveChoice & { readonly risk: PortfolioRisk }) {
  const { price } = risk.benchmark
  const format = useFormatAmount()
  return (
    <ScrollArea label="Gain at each move" role="region" className={classes['scrolled']}>
      <table className={classes['table']} aria-label="Gain at each move of SPY">
        <thead>
          <tr>
            <th scope="col">SPY</th>
            {price === null ? null : (
              <th scope="col" data-kind="number">
                At
              </th>
            )}
            <th scope="col" data-kind="number">
              Gain
            </th>
            <th scope="col" data-kind="number">
              % of value
            </th>
            <th scope="col" data-kind="wide">
              Contributes most
            </th>
          </tr>
        </thead>
        <tbody>
          {risk.stress.moves.map((move, index) => {
            const [largest] = contributionsAt(risk, index)
            const gain = risk.stress.gains[index]!
            return (
              <tr key={move} data-chosen={index === chosen || undefined}>
                <th scope="row">
                  <UnstyledButton
                    className={classes['move']}
                    aria-pressed={index === chosen}
                    onClick={() => onChoose(move)}
                  >
                    {formatMove(move)}
                  </UnstyledButton>
                </th>
                {price === null ? null : (
                  <td data-kind="number">{formatMoney(String(price * (1 + move / 100)), { decimals: 2 })}</td>
                )}
                <td data-kind="number">
                  <Change money={gain} isBare />
                </td>
                <td data-kind="number">{formatPercent(shareOf(gain, risk.accountValue), { isSigned: true })}</td>
                <td data-kind="wide" className={classes['most']}>
                  {largest && largest.gain !== 0n ? (
                    <>
                      <span className={classes['cut']} title={largest.code}>
                        {largest.code}
                      </span>
                      <span className={classes['detail']}>{format(largest.gain, { isSigned: true, decimals: 0 })}</span>
                    </>
                  ) : (
                    '--'
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Contributions({
  risk,
  moveIndex,
  accountNames,
}: {
  readonly risk: PortfolioRisk
  readonly moveIndex: number
  readonly accountNames: ReadonlyMap<string, string>
}) {
  const contributions = contributionsAt(risk, moveIndex)
  const most = Math.max(0, ...contributions.map(({ gain }) => Math.abs(Number(gain))))
  const move = formatMove(risk.stress.moves[moveIndex]!)
  return (
    <div className={classes['contributions']}>
      <h3 className={classes['subtitle']}>
        At SPY {move}: <Change money={risk.stress.gains[moveIndex]} isBare />
      </h3>
      <ScrollArea label={`Contributions at SPY ${move}`} role="region" className={classes['scrolled']}>
        <table className={classes['table']} aria-label={`What each position gains at SPY ${move}`}>
          <thead>
            <tr>
              <th scope="col">Position</th>
              <th scope="col" data-kind="bar">
                <span className={classes['unseen']}>Gain as a bar</span>
              </th>
              <th scope="col" data-kind="number">
                Gain
              </th>
            </tr>
          </thead>
          <tbody>
            {contributions.map(({ key, code, accountId, gain }) => (
              <tr key={key}>
                <th scope="row">
                  {code}
                  {accountNames.size > 1 ? (
                    <span className={classes['detail']}>{accountNames.get(accountId)}</span>
                  ) : null}
                </th>
                <td data-kind="bar">
                  <GainBar value={Number(gain)} most={most} />
                </td>
                <td data-kind="number">
                  <Change money={gain} isBare />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}
