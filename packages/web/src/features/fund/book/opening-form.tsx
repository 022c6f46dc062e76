// The opening of a fund: the day, the account's value at that time, and the opening statement of a club that existed
// before.
import type { FundBooks } from '@clubfolio/contract'
import { sortedMemberName, parseCents, type Cents } from '@clubfolio/domain'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { useMembers } from '../member/api.ts'
import { WaitNote } from './fund-rights.tsx'
import { useChangeBooks, useOpeningDays } from './books-api.ts'
import classes from '../fund.module.css'

interface ShareLine {
  readonly memberId: string
  readonly share: string
  readonly paidIn: string
}

const plain = (cents: bigint): string => formatMoney(cents, { isPlain: true }).replaceAll(',', '')

export function OpeningForm({ books }: { readonly books: FundBooks }) {
  const days = useOpeningDays(books.accountId)
  const members = useMembers()
  const format = useFormatAmount()
  const affix = useAmountAffix()
  const [day, setDay] = useState(books.opening.day)
  const [lines, setLines] = useState<readonly ShareLine[]>(() =>
    books.opening.shares.map((one) => ({ memberId: one.memberId, share: plain(one.share), paidIn: plain(one.paidIn) })),
  )
  const change = useChangeBooks()
  const chosen = days.data?.find((one) => one.day === day)
  const shares = lines.map((one) => ({
    memberId: one.memberId,
    share: parseCents(one.share),
    paidIn: parseCents(one.paidIn),
  }))
  const isComplete = shares.every(
    (one): one is { memberId: string; share: Cents; paidIn: Cents } =>
      one.memberId !== '' && one.share !== undefined && one.paidIn !== undefined,
  )
  const edit = (index: number, fields: Partial<ShareLine>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...fields } : line)))
  const save = () => {
    if (!isComplete) return
    const body = {
      accountId: books.accountId,
      day,
      shares: shares.map((one) => ({ memberId: one.memberId, share: one.share, paidIn: one.paidIn })),
    }
    change.mutate(() => api.fund.changeOpening({ body }))
  }
  return (
    <section>
      <h3 className={classes['heading']}>Opening</h3>
      <div className={classes['fields']}>
        <Select
          label="Opening day"
          searchable
          className={classes['openingDay'] ?? ''}
          data={(days.data ?? [{ day, value: books.opening.value, openProfit: 0n, isLinking: false }]).map((one) => ({
            value: one.day,
            label: `${one.day} · ${format(one.value)}${one.isLinking ? ' · linked' : ''}`,
          }))}
          value={day}
          onChange={(value) => setDay(value ?? day)}
          allowDeselect={false}
        />
        <Button variant="default" onClick={() => setLines([...lines, { memberId: '', share: '', paidIn: '' }])}>
          Add a holder's share
        </Button>
        <DisabledReason reason={isComplete ? undefined : 'Complete every share'}>
          <Button onClick={save} loading={change.isPending}>
            Save opening
          </Button>
        </DisabledReason>
      </div>
      <WaitNote />
      {lines.map((line, index) => (
        <div key={`${index}`} className={classes['fields']}>
          <Select
            label="Member"
            searchable
            data={(members.data ?? []).map((one) => ({ value: one.id, label: sortedMemberName(one) }))}
            value={line.memberId === '' ? null : line.memberId}
            onChange={(value) => edit(index, { memberId: value ?? '' })}
          />
          <NumericInput
            label="Share of the value"
            {...affix}
            value={line.share}
            onChange={(share) => edit(index, { share })}
          />
          <NumericInput
            label="Paid in so far"
            {...affix}
            value={line.paidIn}
            onChange={(paidIn) => edit(index, { paidIn })}
          />
          <ActionIcon
            size={28}
            aria-label="Remove this share"
            onClick={() => setLines(lines.filter((_line, at) => at !== index))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <p className={classes['none']}>
        {`The account was worth ${format(chosen?.value ?? books.opening.value)} on ${day}; it buys units at ` +
          "10.00. Shares go to their holders, the rest is Unallocated's. Share less paid in is profit brought " +
          'forward.'}
      </p>
      <p className={classes['none']}>
        Example: the account was worth 10,000.00, and Ada owned 6,000.00 of it, for which she had paid in 5,000.00. She
        gets 600 units and starts with a profit of 1,000.00; Unallocated gets 400 units.
      </p>
    </section>
  )
}
