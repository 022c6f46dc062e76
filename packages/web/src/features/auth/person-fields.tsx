// The personal details that registration and invitations require.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldPair } from '../../ui/form-layout.tsx'

export const personLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
} as const

export interface PersonFieldsProps {
  /** Returns the properties of one text field. */
  readonly inputProps: (field: 'firstName' | 'lastName' | 'phoneNumber') => object
  /** Rendered between the names and the phone number. */
  readonly children?: ReactNode
}

export function PersonFields({ inputProps, children }: PersonFieldsProps) {
  return (
    <>
      <FieldPair areNarrow>
        <TextInput
          label={personLabels.firstName}
          size="md"
          autoComplete="given-name"
          autoFocus
          {...inputProps('firstName')}
        />
        <TextInput label={personLabels.lastName} size="md" autoComplete="family-name" {...inputProps('lastName')} />
      </FieldPair>
      {children}
      <TextInput
        label={personLabels.phoneNumber}
        size="md"
        type="tel"
        autoComplete="tel"
        placeholder="+1 212 555 0123"
        description="With its country code; sign-in codes go there."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...inputProps('phoneNumber')}
      />
    </>
  )
}
