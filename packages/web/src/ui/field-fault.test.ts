import { ApiError } from '@clubfolio/contract'
import { describe, expect, it } from 'vitest'
import { fieldFaultsOf } from './field-fault.ts'

const refused = (refusal: string) => new ApiError(400, { code: 400, error: 'No.', refusal })

describe('the messages by field', () => {
  it('are those of the answer, whatever its status', () => {
    const error = [{ field: 'email', message: 'Enter a valid e-mail address.' }]
    expect(fieldFaultsOf(new ApiError(400, { code: 400, error }))).toEqual({ email: 'Enter a valid e-mail address.' })
    expect(fieldFaultsOf(new ApiError(409, { code: 409, error }))).toEqual({ email: 'Enter a valid e-mail address.' })
  })

  it('inside a field are the first of that field', () => {
    const error = [
      { field: 'terms.price', message: 'Enter a price.' },
      { field: 'terms.percent', message: 'Enter a percent.' },
    ]
    expect(fieldFaultsOf(new ApiError(400, { code: 400, error }))).toEqual({ terms: 'Enter a price.' })
  })

  it('name the field of a refusal that names none itself', () => {
    const fields = { wrongPassword: 'oldPassword', commonPassword: 'newPassword' } as const
    expect(fieldFaultsOf(refused('wrongPassword'), fields)).toEqual({ oldPassword: 'No.' })
    expect(fieldFaultsOf(refused('commonPassword'), fields)).toEqual({ newPassword: 'No.' })
  })

  it('are none for any other refusal, and for an error that is no failed call', () => {
    expect(fieldFaultsOf(refused('signInPaused'), { wrongPassword: 'password' })).toEqual({})
    expect(fieldFaultsOf(refused('wrongPassword'))).toEqual({})
    expect(fieldFaultsOf(new Error('No.'))).toEqual({})
  })
})
