// A field for numbers only. Its value is text, so that no digit is lost on the way to an exact decimal.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { NumberIssue } from './number-issue.tsx'
import { useNumberField } from './use-number-field.ts'

export interface NumericInputProps extends Omit<
  TextInputProps,
  'onChange' | 'value' | 'type' | 'maxLength' | 'inputMode'
> {
  /**
   * A plain number, empty, or a value for which `isInvalidNumber` is true: then the field shows its own error, and no
   * form may submit.
   */
  readonly value: string
  readonly onChange: (text: string) => void
  /** Shown inside the field before the number: "$". */
  readonly prefix?: string
  /** Shown inside the field after the number: "%". */
  readonly suffix?: string
  /** Adds a small button that clears the field. */
  readonly onReset?: (() => void) | undefined
  /** The number is a proposal: it is styled as one, and typing replaces it. */
  readonly isProposed?: boolean
  /** Also accepts negative numbers. */
  readonly isSigned?: boolean
  /** For fields without room below: the error floats next to the field. */
  readonly isCompact?: boolean
}

export function NumericInput({
  value,
  onChange,
  prefix,
  suffix,
  onReset,
  isProposed = false,
  isSigned = false,
  isCompact = false,
  error,
  rightSection,
  onKeyDown,
  onFocus,
  ...rest
}: NumericInputProps) {
  const { issue, isEmpty, inputProps } = useNumberField({ value, onChange, prefix, suffix, isProposed, isSigned })
  const resetName = `Reset ${typeof rest.label === 'string' ? rest.label : (rest['aria-label'] ?? 'the number')}`
  const reset =
    onReset && !isEmpty ? (
      <CloseButton
        size="var(--cf-reset)"
        iconSize={14}
        tabIndex={-1}
        aria-label={resetName}
        title={resetName}
        onClick={onReset}
      />
    ) : null
  const field = (
    <TextInput
      {...rest}
      {...inputProps}
      leftSection={prefix}
      leftSectionWidth={prefix ? 24 : undefined}
      rightSection={reset ?? rightSection ?? suffix}
      error={issue === undefined ? error : isCompact ? true : <span role="alert">{issue}</span>}
      onFocus={(event) => {
        inputProps.onFocus(event)
        onFocus?.(event)
      }}
      onKeyDown={(event) => {
        inputProps.onKeyDown(event)
        onKeyDown?.(event)
      }}
      styles={{
        input: {
          fontVariantNumeric: 'tabular-nums',
          ...(isProposed ? { fontStyle: 'italic', color: 'var(--cf-dimmed)' } : {}),
        },
        section: { color: 'var(--cf-dimmed)' },
      }}
    />
  )
  return isCompact ? <NumberIssue issue={issue}>{field}</NumberIssue> : field
}
