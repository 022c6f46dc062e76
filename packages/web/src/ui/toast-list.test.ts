import { expect, it } from 'vitest'
import { addToast, removeToast, type Toast } from './toast-list.ts'

const placed: Toast = { tone: 'success', title: 'Success', message: 'Order 10482963 was placed' }
const refused: Toast = { tone: 'error', title: 'Error', message: 'Not enough buying power' }

it('puts a new toast at the end', () => {
  expect(addToast(addToast([], placed), refused).map((toast) => toast.title)).toEqual(['Success', 'Error'])
})

it('lets an equal toast start again at the end instead of standing twice', () => {
  const shown = addToast(addToast(addToast([], placed), refused), placed)
  expect(shown.map((toast) => [toast.id, toast.title])).toEqual([
    [2, 'Error'],
    [3, 'Success'],
  ])
})

it('keeps toasts with the same words but another tone', () => {
  expect(addToast(addToast([], refused), { ...refused, tone: 'info' })).toHaveLength(2)
})

it('keeps toasts with the same words but another reason', () => {
  expect(
    addToast(addToast([], { ...refused, detail: 'It needs $6,998.67' }), { ...refused, detail: 'It needs $7,000.00' }),
  ).toHaveLength(2)
})

it('replaces a success by the next one, but keeps errors and what offers an action', () => {
  const linked: Toast = { tone: 'success', title: 'Success', message: 'Account 7001-2233 is linked.' }
  const undone: Toast = { ...linked, message: 'Removed.', action: { label: 'Undo', onClick: () => undefined } }
  const shown = [undone, refused, placed, linked].reduce(addToast, [])
  expect(shown.map(({ message }) => message)).toEqual([
    'Removed.',
    'Not enough buying power',
    'Account 7001-2233 is linked.',
  ])
})

it('takes one away', () => {
  const shown = addToast(addToast([], placed), refused)
  expect(removeToast(shown, 1).map((toast) => toast.title)).toEqual(['Error'])
})
