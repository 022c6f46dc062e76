// What the account holds in cash by currency, what its statements state differently, and what its lines still lack:
// rates of currencies and prices of securities.
import type { FileAccountState } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Panel } from '../../ui/panel.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { DifferenceTable } from './difference-table.tsx'
import classes from './file-account.module.css'
import { formatInCurrency } from './format-in-currency.ts'
import { MissingRates } from './missing-rates.tsx'
import { counted } from './statement-words.ts'

export interface MissingPanelsProps {
  readonly state: FileAccountState
  readonly onAddRates: () => void
}

export function MissingPanels({ state, onAddRates }: MissingPanelsProps) {
  const { currency, cash, differences, missingRates, rates, missingPrices } = state
  return (
    <>
      {missingRates.length > 0 ? (
        <WarningBar
          action={
            <Button variant="default" onClick={onAddRates}>
              Import rates
            </Button>
          }
        >
          <MissingRates gaps={missingRates} currency={currency} />
        </WarningBar>
      ) : null}
      {missingPrices.length > 0 ? (
        <WarningBar>
          The active market has no price for these securities on days when they were held, so the account has no value
          on those days. Ask an administrator to import their prices.
          <ul className={classes['plainList']}>
            {missingPrices.map(({ symbol, firstDay, lastDay, sessions }) => (
              <li key={symbol}>
                <strong>{symbol}</strong> {counted(sessions, 'session')}, {firstDay} to {lastDay}
              </li>
            ))}
          </ul>
        </WarningBar>
      ) : null}
      {differences.length > 0 ? (
        <Panel title="Differences from the statements">
          <p className={classes['panelNote']}>
            The newest balances that the statements state, and what all imported lines add up to. A statement in between
            may be missing, or a line was not understood.
          </p>
          <DifferenceTable differences={differences} label="Differences from the statements" />
        </Panel>
      ) : null}
      {cash.length > 0 || rates.length > 0 ? (
        <Panel title="Currencies" isPadded>
          <dl className={classes['facts']}>
            {cash.map((one) => (
              <div key={one.currency}>
                <dt>{`Cash in ${one.currency}`}</dt>
                <dd>{formatInCurrency(one.amount, one.currency)}</dd>
              </div>
            ))}
            {rates.map((one) => (
              <div key={`rates ${one.currency}`}>
                <dt>{`Rates of ${one.currency} in ${currency}`}</dt>
                <dd>{`${counted(one.days, 'day')}, ${one.firstDay} to ${one.lastDay}`}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ) : null}
    </>
  )
}
