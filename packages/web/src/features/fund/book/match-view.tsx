// Matching by hand: the broker's movements on the left, the open records of the books on the right, and existing
// matches.
import { fundBookRoutes, type FundBooks, type MatchSide, maxLengthOf } from '@clubfolio/contract'
import type { NamedBody } from '@clubfolio/contract'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { useChangeBooks } from './books-api.ts'
import { ExplainPanel } from './explain-panel.tsx'
import { useFundRights, WaitNote } from './fund-rights.tsx'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

export function MatchView({ books }: { readonly books: FundBooks; readonly marketDay: string }) {
  const [movements, setMovements] = useState<readonly string[]>([])
  const [items, setItems] = useState<readonly string[]>([])
  const [fee, setFee] = useState('')
  const format = useFormatAmount()
  const { mayRecord } = useFundRights()
  const change = useChangeBooks(() => {
    setMovements([])
    setItems([])
    setFee('')
  })
  const chosenMovements = books.unmatchedMovements.filter((one) => movements.includes(one.id))
  const chosenItems = books.unmatchedItems.filter((one) => items.includes(one.id))
  const lost = sum(chosenItems) - sum(chosenMovements)
  const hasBoth = chosenMovements.length > 0 && chosenItems.length > 0
  const fault = faultOf(chosenMovements.length, chosenItems.length, { lost, fee, format })
  const match = () => {
    const body: NamedBody<'fund', 'match'> = {
      accountId: books.accountId,
      movementIds: chosenMovements.map((one) => one.id),
      itemIds: chosenItems.map((one) => one.id),
      feeDescription: lost > 0n ? fee.trim() : null,
    }
    change.mutate(() => api.fund.match({ body }))
  }
  return (
    <>
      <ExplainPanel books={books} />
      <div className={classes['sides']}>
        <Side
          title="Movements at the broker"
          none="Every movement is explained."
          sides={books.unmatchedMovements}
          chosen={movements}
          onChange={setMovements}
        />
        <Side
          title="Entries and expenses"
          none="Every record has its movement."
          sides={books.unmatchedItems}
          chosen={items}
          onChange={setItems}
        />
      </div>
      {hasBoth && lost > 0n ? (
        <TextInput
          label={`${format(lost)} was lost on the way. What was it?`}
          placeholder="Bank fee"
          maxLength={maxLengthOf(fundBookRoutes.match.body.shape.feeDescription)}
          value={fee}
          onChange={(event) => setFee(event.currentTarget.value)}
        />
      ) : null}
      {mayRecord ? (
        <>
          <div className={classes['act']}>
            <Button onClick={match} disabled={fault !== undefined} loading={change.isPending}>
              Match
            </Button>
            <span className={classes['dimmed']}>{fault}</span>
          </div>
          <WaitNote />
        </>
      ) : null}
      <Matched books={books} />
      {books.movementsBeforeOpening.length > 0 ? (
        <section>
          <h3 className={classes['heading']}>Before the opening</h3>
          {books.movementsBeforeOpening.map((one) => (
            <Line key={one.id} side={one} />
          ))}
        </section>
      ) : null}
      {books.refusedEntries.length > 0 ? (
        <section>
          <h3 className={classes['heading']}>Refused at their close</h3>
          {books.refusedEntries.map((one) => (
            <div key={one.id} className={classes['line']}>
              <span>{one.day}</span>
              <span>{`${one.holder}: ${one.reason}`}</span>
              <Money value={one.amount} isSigned />
            </div>
          ))}
        </section>
      ) : null}
    </>
  )
}

const sum = (sides: readonly MatchSide[]): bigint => sides.reduce((total, one) => total + one.amount, 0n)

interface MatchDifference {
  readonly lost: bigint
  readonly fee: string
  readonly format: FormatAmount
}

function faultOf(movementCount: number, itemCount: number, { lost, fee, format }: MatchDifference): string | undefined {
  if (movementCount === 0 || itemCount === 0) return 'Choose what is the same money on both sides.'
  if (movementCount > 1 && itemCount > 1)
    return 'One movement with several records, or several movements with one record.'
  if (lost < 0n) return `The movements are ${format(-lost)} more than the records.`
  return lost > 0n && fee.trim() === '' ? 'Say what the difference was.' : undefined
}

interface SideProps {
  readonly title: string
  readonly none: string
  readonly sides: readonly MatchSide[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

function Side({ title, none, sides, chosen, onChange }: SideProps) {
  const format = useFormatAmount()
  const { mayRecord } = useFundRights()
  return (
    <section className={classes['side']}>
      <h3 className={classes['heading']}>{title}</h3>
      {sides.length === 0 ? <p className={classes['none']}>{none}</p> : null}
      <div className={classes['choices']} tabIndex={sides.length > 0 ? 0 : undefined} role="group" aria-label={title}>
        {sides.map((one) =>
          mayRecord ? (
            <Checkbox
              key={one.id}
              checked={chosen.includes(one.id)}
              disabled={one.isProvisional}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))
              }
              label={`${dayWords(one)} · ${format(one.amount, { isSigned: true })} · ${one.words}`}
            />
          ) : (
            <Line key={one.id} side={one} />
          ),
        )}
      </div>
    </section>
  )
}

function Matched({ books }: { readonly books: FundBooks }) {
  const format = useFormatAmount()
  if (books.matches.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>Matched</h3>
      <ScrollArea role="group" label="Matched" className={classes['choices']}>
        {books.matches.map((match) => (
          <div key={match.id} className={classes['line']}>
            {match.isAutomatic ? <Chip>Automatic</Chip> : <Chip tone="info">By hand</Chip>}
            <span className={classes['pair']}>
              {[...match.movements, ...match.items].map((one) => (
                <span
                  key={one.id}
                >{`${dayWords(one)} · ${format(one.amount, { isSigned: true })} · ${one.words}`}</span>
              ))}
            </span>
            <ReverseButton
              accountId={books.accountId}
              id={match.id}
              what="match"
              consequence="The movement is Unallocated's again until something explains it."
            />
          </div>
        ))}
      </ScrollArea>
    </section>
  )
}

/** A broker movement deals at a close, which after the bell is the next one; an entry shows the day it was dated. */
const dayWords = ({ kind, day, isProvisional }: MatchSide): string =>
  isProvisional
    ? `Valued at the close of ${day}, matched after it`
    : kind === 'movement'
      ? `Deals at the close of ${day}`
      : day

function Line({ side }: { readonly side: MatchSide }) {
  return (
    <div className={classes['line']}>
      <span>{dayWords(side)}</span>
      <span>{side.words}</span>
      <Money value={side.amount} isSigned />
    </div>
  )
}
