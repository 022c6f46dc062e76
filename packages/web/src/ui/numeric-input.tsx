// A field for numbers only. Its value is text, so that no digit is lost on the way to an exact decimal.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { isNumericKey, numericText } from './numeric-key.ts'

export interface NumericInputProps extends Omit<TextInputProps, 'onChange' | 'value' | 'type'> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Inside the field before the number: "$". */
  readonly prefix?: string
  /** Inside the field after the number: "%". */
  readonly suffix?: string
  /** Adds a small button that empties the field. */
  readonly onReset?: (() => void) | undefined
}

export function NumericInput({ value, onChange, prefix, suffix, onReset, onKeyDown, ...rest }: NumericInputProps) {
  const reset = onReset && value !== '' ? <CloseButton size={20} aria-label={`Reset ${typeof rest.label === 'string' ? rest.label : ''}`} onClick={onReset} /> : null
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      leftSection={prefix}
      leftSectionWidth={prefix ? 24 : undefined}
      rightSection={reset ?? suffix}
      onChange={(event) => onChange(numericText(event.currentTarget.value))}
      onKeyDown={(event) => {
        if (!isNumericKey(event, withoutSelection(event.currentTarget))) event.preventDefault()
        onKeyDown?.(event)
      }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' }, section: { color: 'var(--cf-dimmed)' } }}
    />
  )
}

/** The text that stays when the key replaces the selection. */
function withoutSelection(input: HTMLInputElement): string {
  return input.value.slice(0, input.selectionStart ?? 0) + input.value.slice(input.selectionEnd ?? 0)
}
