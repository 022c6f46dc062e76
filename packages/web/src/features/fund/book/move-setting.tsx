// Settings: the account that the fund is in, its moves, and what can be done about contents in transit.
import type { FundBooks, FundMove } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { useChosenAccount } from '../../../kernel/chosen-account.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { accountLabel } from '../../account/account-label.ts'
import { useChangeBooks } from './books-api.ts'
import { MoveModal } from './move-modal.tsx'
import classes from '../fund.module.css'

export function MoveSetting({ books }: { readonly books: FundBooks }) {
  const { accountId, moves } = books
  const chosen = useChosenAccount()
  const [isOpen, setOpen] = useState(false)
  const format = useFormatAmount()
  const open = moves.find((move) => move.arrivedOn === null)
  const change = useChangeBooks(() => open && chosen.choose(open.fromAccountId))
  const labelOf = (id: string): string => {
    const account = chosen.choices?.find((one) => one.id === id)
    return account ? accountLabel(account) : 'another account'
  }
  const moveBack = async (move: FundMove) => {
    const isAccepted = await confirm({
      question: `Do you want to move the fund back to ${labelOf(move.fromAccountId)}?`,
      consequence: 'The move is reversed, and the books continue with the old account as if it had not been made.',
      accept: 'Move back',
    })
    if (!isAccepted) return
    const body = {
      accountId,
      move: { toAccountId: move.fromAccountId, day: move.day, arrivedOn: null, difference: toCents(0n) },
    }
    change.mutate(() => api.fund.setDealing({ body }))
  }
  return (
    <section aria-label="Account">
      <h3 className={classes['heading']}>Account</h3>
      {moves.map((move) => (
        <div key={`${move.day} ${move.toAccountId}`} className={classes['line']}>
          <span>{move.day}</span>
          <span>{`${labelOf(move.fromAccountId)} to ${labelOf(move.toAccountId)}, ${describeMove(move, format)}`}</span>
          {move.arrivedOn === null ? <Chip tone="warn">In transit</Chip> : null}
        </div>
      ))}
      <div className={open ? classes['fields'] : undefined}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {open ? 'Everything has arrived' : 'Move the fund to another account'}
        </Button>
        {open ? (
          <Button variant="default" loading={change.isPending} onClick={() => void moveBack(open)}>
            Move back
          </Button>
        ) : null}
      </div>
      <p className={classes['none']}>
        {open
          ? 'Entries that would be dealt at a close in transit wait until everything has arrived.'
          : 'Members, units, entries, statements and schedules stay. Units and unit value do not change by the move.'}
      </p>
      {isOpen ? <MoveModal books={books} labelOf={labelOf} open={open} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function describeMove({ left, arrivedOn, inTransit, difference }: FundMove, format: FormatAmount): string {
  if (arrivedOn === null) return `${format(inTransit)} of ${format(left)} in transit`
  const result = difference === 0n ? 'no result' : `result ${format(difference, { isSigned: true })}`
  return `${format(left)} arrived by ${arrivedOn}, ${result}`
}
