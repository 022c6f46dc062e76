// Asks before an entry with a deposit or withdrawal is deleted: what happens to that money, and what the alternatives
// are.
import { maxLengthOf, memberRoutes, type ParticipationEntry } from '@clubfolio/contract'
import { Button, Radio, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { FieldColumn } from '../../../ui/form-layout.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useDeleteEntry } from '../book/api.ts'
import { WaitNote } from '../book/fund-rights.tsx'
import { describeDeletedEntry, moneyChoices, type MoneyChoice } from './entry-money.ts'
import classes from '../participation.module.css'

export interface DeleteEntryModalProps {
  readonly entry: ParticipationEntry & { readonly money: NonNullable<ParticipationEntry['money']> }
  readonly onClose: () => void
  /** Opens the matching view, where the money waits to be matched. */
  readonly onMatch: () => void
}

export function DeleteEntryModal({ entry, onClose, onMatch }: DeleteEntryModalProps) {
  const [choice, setChoice] = useState<MoneyChoice>('keep')
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const remove = useDeleteEntry()
  const format = useFormatAmount()
  const { money } = entry
  const submit = () =>
    remove.mutate(
      { id: entry.id, type: entry.type, money: choice === 'return' ? 'return' : 'keep', reason },
      {
        onSuccess: () => {
          onClose()
          if (choice === 'match') onMatch()
        },
      },
    )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`Delete this ${entry.type}?`}
      icon={IconTrash}
      foot={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <DisabledReason reason={reason === '' ? 'Say why' : undefined}>
            <Button color="loss" loading={remove.isPending} onClick={submit}>
              Delete
            </Button>
          </DisabledReason>
        </>
      }
    >
      <FieldColumn>
        <p className={classes['consequence']}>{describeDeletedEntry(entry, format)}</p>
        {money.state === 'ARRIVED' ? (
          <Radio.Group
            label={`What happens to the ${format(absolute(money.amount))}?`}
            value={choice}
            onChange={setChoice}
          >
            <div className={classes['choices']}>
              {moneyChoices(entry, format).map((one) => (
                <Radio
                  key={one.value}
                  value={one.value}
                  label={one.label}
                  description={one.description}
                  disabled={one.isOff}
                />
              ))}
            </div>
          </Radio.Group>
        ) : null}
        <TextInput
          label="Why"
          withAsterisk
          description="The history of the fund shows it."
          maxLength={maxLengthOf(memberRoutes.deleteContribution.body.shape.reason)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <WaitNote />
      </FieldColumn>
    </Modal>
  )
}

const absolute = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
