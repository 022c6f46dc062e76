// The preset of an account: the size with which its entries begin, and their exits.
import { Button, Select, Switch } from '@mantine/core'
import { sizeModes } from '@clubfolio/domain'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../ui/form-modal.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { contentText } from '../../kernel/content-text.ts'
import { describePreset, type OrderPreset, presetFaults } from './order-preset.ts'
import classes from './order-ticket.module.css'
import { isSizeMode, sizeModeLabels } from './size-form.ts'
import { amountLabels } from './size-fields.tsx'

const modes = sizeModes.map((value) => ({ value, label: sizeModeLabels[value] }))

export interface PresetModalProps {
  /** The account by name. */
  readonly subject: string
  readonly initial: OrderPreset
  readonly isKept: boolean
  readonly onKeep: (preset: OrderPreset | undefined) => void
  readonly onClose: () => void
}

export function PresetModal({ subject, initial, isKept, onKeep, onClose }: PresetModalProps) {
  const [typed, setTyped] = useState(initial)
  const faults = presetFaults(typed)
  const change = (part: Partial<OrderPreset>) => setTyped((before) => ({ ...before, ...part }))
  const isDollars = typed.sizeMode === 'DOLLARS'
  const keep = (preset: OrderPreset | undefined) => {
    onKeep(preset)
    showToast({
      tone: 'success',
      title: 'Success',
      message:
        preset === undefined
          ? `Tickets of ${subject} start empty.`
          : `Tickets of ${subject} start with ${describePreset(preset)}.`,
    })
    onClose()
  }
  return (
    <FormModal
      title="Preset"
      subject={subject}
      icon={IconBookmark}
      submit="Save"
      openCount={Object.keys(faults).length}
      isDirty={contentText(typed) !== contentText(initial)}
      onSubmit={() => keep(typed)}
      onClose={onClose}
    >
      <p className={classes['hint']}>
        Every ticket for an entry in shares starts with it. Stop and target follow the price in the ticket, and every
        figure can be changed there. Nothing is sent without the review.
      </p>
      <FieldPair areNarrow>
        <Select
          label="Qty by"
          data={modes}
          value={typed.sizeMode}
          allowDeselect={false}
          onChange={(value) => {
            if (isSizeMode(value)) change({ sizeMode: value, amount: '' })
          }}
        />
        <NumericInput
          label={typed.sizeMode === 'SHARES' ? 'Qty' : amountLabels[typed.sizeMode]}
          data-autofocus
          placeholder="None"
          {...(typed.sizeMode === 'SHARES' ? {} : isDollars ? { prefix: '$' } : { suffix: '%' })}
          value={typed.amount}
          error={faults.amount}
          onChange={(amount) => change({ amount })}
        />
      </FieldPair>
      <FieldPair areNarrow>
        <NumericInput
          label="Stop distance"
          description="From the entry"
          placeholder="None"
          suffix="%"
          value={typed.stopPercent}
          error={faults.stopPercent}
          onChange={(stopPercent) => change({ stopPercent })}
        />
        <NumericInput
          label="Target distance"
          description="Times the risk"
          placeholder="None"
          suffix="×"
          value={typed.targetTimes}
          error={faults.targetTimes}
          onChange={(targetTimes) => change({ targetTimes })}
        />
      </FieldPair>
      <Switch
        label="Hold Shift B or Shift S to send"
        description="Sends one second after the review is shown. Release the key earlier to cancel."
        checked={typed.holdSends === true}
        onChange={({ currentTarget }) => change({ holdSends: currentTarget.checked })}
      />
      {isKept ? (
        <Button variant="subtle" color="loss" onClick={() => keep(undefined)}>
          Delete preset
        </Button>
      ) : null}
    </FormModal>
  )
}
