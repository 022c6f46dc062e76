// The personal details that registration and invitations require.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './auth.module.css'

export interface PersonFieldsProps {
  /** Returns the value, change handler and error of one field. */
  readonly inputProps: (field: 'firstName' | 'lastName' | 'phoneNumber') => object
  /** Rendered between the names and the phone number. */
  readonly children?: ReactNode
}

export function PersonFields({ inputProps, children }: PersonFieldsProps) {
  return (
    <>
      <div className={classes['pair']}>
        <TextInput
          label="First name"
          size="md"
          autoComplete="given-name"
          autoFocus
          maxLength={60}
          {...inputProps('firstName')}
        />
        <TextInput label="Last name" size="md" autoComplete="family-name" maxLength={60} {...inputProps('lastName')} />
      </div>
      {children}
      <TextInput
        label="Phone number"
        size="md"
        type="tel"
        autoComplete="tel"
        placeholder="+1 212 555 0123"
        description="With its country code; sign-in codes go there."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={32}
        {...inputProps('phoneNumber')}
      />
    </>
  )
}
