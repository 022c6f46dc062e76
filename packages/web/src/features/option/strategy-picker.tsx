// The strategies as a row of choices; on a phone a select. What is chosen decides what a click on a price does.
import { type Strategy, strategies, strategyNames } from '@clubfolio/domain'
import { NativeSelect } from '@mantine/core'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './strategy.module.css'

export interface StrategyPickerProps {
  readonly chosen: Strategy
  readonly onChoose: (strategy: Strategy) => void
}

export function StrategyPicker({ chosen, onChoose }: StrategyPickerProps) {
  const isPhone = usePhone()
  const choose = (key: string): void => {
    const strategy = strategies.find((one) => one === key)
    if (strategy !== undefined) onChoose(strategy)
  }
  if (isPhone)
    return (
      <NativeSelect
        label="Strategy"
        value={chosen}
        data={strategies.map((key) => ({ value: key, label: strategyNames[key] }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  return (
    <fieldset className={classes['picker']}>
      <legend>Strategy</legend>
      {strategies.map((key) => (
        <label key={key} className={classes['pick']}>
          <input
            type="radio"
            name="strategy"
            value={key}
            checked={key === chosen}
            onChange={() => choose(key)}
            // A chosen radio does not change, but a click on it starts the strategy over.
            onClick={() => key === chosen && choose(key)}
          />
          <span>{strategyNames[key]}</span>
        </label>
      ))}
    </fieldset>
  )
}
