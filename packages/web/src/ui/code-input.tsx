// Six boxes for a verification code; pasting a code fills them all.
import { PinInput } from '@mantine/core'
import { useId, type Ref } from 'react'
import { FieldLabel } from './form-layout.tsx'
import classes from './code-input.module.css'

export const codeLength = 6

export interface CodeInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly firstBoxRef?: Ref<HTMLInputElement>
  /** The code that was entered last is wrong. */
  readonly isWrong?: boolean
}

export function CodeInput({ label, value, onChange, firstBoxRef, isWrong = false }: CodeInputProps) {
  const labelId = useId()
  return (
    <>
      <FieldLabel id={labelId}>{label}</FieldLabel>
      <PinInput
        length={codeLength}
        type="number"
        inputType="text"
        aria-labelledby={labelId}
        oneTimeCode
        autoFocus
        placeholder=""
        error={isWrong}
        value={value}
        onChange={onChange}
        classNames={{
          root: classes['boxes'] ?? '',
          pinInput: classes['boxPlace'] ?? '',
          input: classes['box'] ?? '',
        }}
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1} of ${codeLength}`,
          ...(index === 0 && firstBoxRef ? { ref: firstBoxRef } : {}),
        })}
      />
      {isWrong ? (
        <p role="alert" className={classes['wrong']}>
          This code is wrong.
        </p>
      ) : null}
    </>
  )
}
