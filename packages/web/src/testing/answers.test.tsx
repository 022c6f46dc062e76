import { afterEach, expect, test } from 'vitest'
import { answerCall, answers, forgetAnswers, refusedFields, reportProblems, sentTo } from './answers.ts'

const find = '/v1/api/member/find-bank-accounts/77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de01'
const route = 'GET /v1/api/member/find-bank-accounts/{memberId}'

// Some of these tests cause the problem that would fail them.
afterEach(forgetAnswers)

test('a call without an answer is named', async () => {
  expect((await answerCall(find)).status).toBe(501)
  expect(reportProblems).toThrow(
    `The component called ${route}, which this test does not answer. State it in answers({ ... }).`,
  )
})

test('an answer that the contract does not allow is named', async () => {
  answers({ [route]: [{ id: 'no id', alias: 'First', number: '1', routing: '2' }] })
  await answerCall(find)
  expect(reportProblems).toThrow(`The answer to ${route} violates the contract`)
})

test('an answer may depend on what was asked', async () => {
  answers({ [route]: ({ params }) => [{ id: params.memberId, alias: 'First', number: '1', routing: '2' }] })
  expect(await (await answerCall(find)).json()).toMatchObject([{ id: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de01' }])
  expect(reportProblems).not.toThrow()
})

test('refused fields have the form of the server, and what was sent is kept', async () => {
  answers({ 'POST /v1/api/group/delete': refusedFields({ id: 'This is not a valid id.' }) })
  const body = { id: '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de01' }
  const response = await answerCall('/v1/api/group/delete', { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: [{ field: 'id', message: 'This is not a valid id.' }] })
  expect(sentTo('POST /v1/api/group/delete')).toEqual([body])
})
