import { describe, expect, it } from 'vitest'
import { PreviewAnswer } from './read-order-answer.ts'

const charge = (value: number, type: string): object => ({ value, type })
const commissionAndFee = {
  commission: { commissionLegs: [{ commissionValues: [charge(0, 'BASE_CHARGE'), charge(0.65, 'COMMISSION')] }] },
}

// Recorded previews leave out empty lists and `message`, which the public text has: docs/wire-conformance.md.
describe('a preview', () => {
  it('of recorded answers is read without lists', () => {
    expect(PreviewAnswer.parse({ orderId: 0, orderValidationResult: {}, commissionAndFee })).toEqual({
      rejects: [],
      warnings: [],
      commissionCents: 65n,
    })
  })

  it('of recorded answers is read by its activity message', () => {
    const rejects = [{ activityMessage: 'You do not have enough buying power.', originalSeverity: 'REJECT' }]
    expect(PreviewAnswer.parse({ orderValidationResult: { rejects } })).toMatchObject({
      rejects: ['You do not have enough buying power.'],
    })
  })

  it('of the public text is read by its message', () => {
    const warns = [{ message: 'The limit is far away.', activityMessage: 'far', originalSeverity: 'WARN' }]
    const orderValidationResult = { alerts: [], accepts: [], rejects: [], reviews: [], warns }
    expect(PreviewAnswer.parse({ orderValidationResult })).toMatchObject({ warnings: ['The limit is far away.'] })
  })
})
