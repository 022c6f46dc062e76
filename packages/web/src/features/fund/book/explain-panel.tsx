// Explains a movement of the brokerage that no record explains: what it was is recorded on its day and matched with it
// in one step. The members whose money it may be come first, each with the reason.
// Source: docs/rules/fund.md, "Explaining a movement".
import { fundOfficeRoutes, maxLengthOf, type FundBooks, type MatchSide, type NamedBody } from '@clubfolio/contract'
import { sortedMemberName } from '@clubfolio/domain'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { useMembers } from '../member/api.ts'
import { useChangeBooks, useExplanations } from './books-api.ts'
import classes from '../fund.module.css'

type Explanation = Pick<NamedBody<'fund', 'explainMovement'>, 'as' | 'memberId' | 'due' | 'requestId'>

export function ExplainPanel({ books }: { readonly books: FundBooks }) {
  const [openId, setOpenId] = useState<string>()
  const format = useFormatAmount()
  const { unmatchedMovements: movements } = books
  if (movements.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>What was it?</h3>
      <ScrollArea role="group" label="Movements to explain" className={classes['choices']}>
        {movements.map((movement) => {
          const isOpen = movement.id === openId
          const what = `${format(movement.amount, { isSigned: true })} of ${movement.day}`
          return (
            <div key={movement.id}>
              <div className={classes['line']}>
                <span>{movement.day}</span>
                <span>{movement.words}</span>
                <span>{format(movement.amount, { isSigned: true })}</span>
                {movement.isProvisional ? (
                  <span className={classes['dimmed']}>Can be explained after the close</span>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-expanded={isOpen}
                    aria-label={`Explain ${what}`}
                    onClick={() => setOpenId(isOpen ? undefined : movement.id)}
                  >
                    Explain
                  </Button>
                )}
              </div>
              {isOpen ? (
                <Offers
                  accountId={books.accountId}
                  movement={movement}
                  what={what}
                  onDone={() => setOpenId(undefined)}
                />
              ) : null}
            </div>
          )
        })}
      </ScrollArea>
    </section>
  )
}

interface OffersProps {
  readonly accountId: string
  readonly movement: MatchSide
  readonly what: string
  readonly onDone: () => void
}

function Offers({ accountId, movement, what, onDone }: OffersProps) {
  const [description, setDescription] = useState('')
  const [otherId, setOtherId] = useState<string | null>(null)
  const fits = useExplanations(accountId)
  const members = useMembers()
  const change = useChangeBooks(onDone)
  const isIn = movement.amount > 0n
  const kind = isIn ? 'contribution' : 'retribution'
  const title = isIn ? 'Contribution' : 'Retribution'
  const fitting = fits.data?.find(({ movementId }) => movementId === movement.id)?.members ?? []
  const others = (members.data ?? []).filter(
    ({ id, status }) => status === 'ACTIVATED' && fitting.every(({ memberId }) => memberId !== id),
  )
  const explain = (explanation: Explanation) => {
    const body: NamedBody<'fund', 'explainMovement'> = {
      accountId,
      movementId: movement.id,
      description: description.trim() === '' ? null : description.trim(),
      ...explanation,
    }
    change.mutate(() => api.fund.explainMovement({ body }))
  }
  const offer = { variant: 'default', disabled: change.isPending } as const
  return (
    <div className={classes['offers']} role="group" aria-label={`What was ${what}?`}>
      {fitting.map(({ memberId, name, because, due, requestId }) => (
        <div key={memberId} className={classes['offer']}>
          <Button
            {...offer}
            onClick={() => explain({ as: kind, memberId, due, requestId })}
          >{`${title} of ${name}`}</Button>
          <span className={classes['dimmed']}>{because}</span>
        </div>
      ))}
      <div className={classes['offer']}>
        <Select
          aria-label={`${title} of another member`}
          placeholder={`${title} of ${fitting.length > 0 ? 'another' : 'a'} member`}
          searchable
          clearable
          data={others.map((one) => ({ value: one.id, label: sortedMemberName(one) }))}
          value={otherId}
          onChange={setOtherId}
        />
        {otherId === null ? null : (
          <Button
            {...offer}
            onClick={() => explain({ as: kind, memberId: otherId, due: null, requestId: null })}
          >{`Record ${kind}`}</Button>
        )}
      </div>
      {isIn ? null : (
        <div className={classes['offer']}>
          <Button {...offer} onClick={() => explain({ as: 'expense', memberId: null, due: null, requestId: null })}>
            Expense
          </Button>
          <span className={classes['dimmed']}>All holders bear it by units.</span>
        </div>
      )}
      <div className={classes['offer']}>
        <Button {...offer} onClick={() => explain({ as: 'unallocated', memberId: null, due: null, requestId: null })}>
          Unallocated
        </Button>
        <span className={classes['dimmed']}>
          {isIn ? 'It is capital of the owner; nothing is recorded.' : "It was the owner's; nothing is recorded."}
        </span>
      </div>
      <TextInput
        label="Description"
        placeholder="As the brokerage names it"
        maxLength={maxLengthOf(fundOfficeRoutes.explainMovement.body.shape.description)}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </div>
  )
}
