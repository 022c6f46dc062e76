import { ApiError } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { fieldFaultsOf } from './field-fault.ts'

it('puts each fault of a list beside its field', () => {
  const error = new ApiError(400, { code: 400, error: [{ field: 'email', message: 'Enter a valid e-mail address.' }] })
  expect(fieldFaultsOf(error, 'password')).toEqual({ email: 'Enter a valid e-mail address.' })
})

it('puts a wrong password beside the field that proves, a common one beside the new one', () => {
  const refused = (refusal: string) => new ApiError(400, { code: 400, error: 'No.', refusal })
  expect(fieldFaultsOf(refused('wrongPassword'), 'oldPassword', 'newPassword')).toEqual({ oldPassword: 'No.' })
  expect(fieldFaultsOf(refused('commonPassword'), 'oldPassword', 'newPassword')).toEqual({ newPassword: 'No.' })
  expect(fieldFaultsOf(refused('signInPaused'), 'oldPassword')).toBeUndefined()
})
