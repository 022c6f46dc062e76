// Creates or edits a rule: what to watch for, on which instrument or account, how often, until when; with the current
// price and what the rule would wait for.
import { alertNoteLimit } from '@clubfolio/contract'
import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBellPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { DayPicker } from '../../ui/day-picker.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { useSaveRule, usePreview } from './rule-api.ts'
import { askedOf, faultsOf, type FaultyField, type RuleDraft } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import classes from './rule.module.css'

export interface RuleDialogProps {
  readonly draft: RuleDraft
  /** Set when a rule is edited. */
  readonly ruleId?: string
  readonly onClose: () => void
}

const previewDelayMs = 300

export function RuleDialog({ draft: first, ruleId, onClose }: RuleDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState(first)
  const [left, setLeft] = useState<readonly FaultyField[]>([])
  const save = useSaveRule(ruleId, onClose)
  const faults = faultsOf(draft)
  const shown = Object.fromEntries(Object.entries(faults).filter(([field]) => left.includes(field as FaultyField)))
  const asked = askedOf(draft)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={ruleId === undefined ? 'New alert' : 'Edit alert'}
      {...(first.code === '' ? {} : { subject: first.code })}
      icon={IconBellPlus}
      foot={
        <FormFoot
          form={formId}
          submit={ruleId === undefined ? 'Create' : 'Save'}
          openCount={Object.keys(faults).length}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (asked) save.mutate(asked)
        }}
      >
        <RuleFields
          draft={draft}
          faults={shown}
          isSubjectFixed={ruleId !== undefined}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          onLeave={(field) => setLeft((before) => [...before, field])}
        />
        <Preview draft={draft} />
        <SegmentedControl
          fullWidth
          aria-label="How often"
          data={[
            { value: 'once', label: 'Fire once' },
            { value: 'each', label: 'Fire each time' },
          ]}
          value={draft.isRepeating ? 'each' : 'once'}
          onChange={(how) => setDraft((before) => ({ ...before, isRepeating: how === 'each' }))}
        />
        <DayPicker
          label="Last day (optional)"
          isClearable
          value={draft.expiresOn}
          onChange={(expiresOn) => setDraft((before) => ({ ...before, expiresOn }))}
        />
        <Textarea
          label="Note (optional)"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={alertNoteLimit}
          value={draft.note}
          onChange={(event) => {
            const note = event.currentTarget.value
            setDraft((before) => ({ ...before, note }))
          }}
        />
      </form>
    </Modal>
  )
}

/** Shows the current price once an instrument is chosen, and the rule's wording once it is complete. */
function Preview({ draft }: { readonly draft: RuleDraft }) {
  const [settled] = useDebouncedValue(draft, previewDelayMs)
  const asked = askedOf(settled)
  // Until the rule is complete, an extreme rule on the same instrument, which needs no other input, provides the price.
  const subject = asked
    ? { terms: asked.terms, code: asked.code, accountId: asked.accountId }
    : settled.code !== ''
      ? { terms: { kind: 'EXTREME', side: 'HIGH' } as const, code: settled.code, accountId: null }
      : undefined
  const preview = usePreview(subject)
  if (!subject || preview.isPending) return null
  if (preview.isError)
    return (
      <p className={classes['preview']} role="status">
        {preview.error.message}
      </p>
    )
  const { last, words, next, isBeyond } = preview.data
  if (!asked)
    return (
      <p className={classes['preview']} role="status">
        {settled.code} is at {last === null ? 'no known price' : `$${last.toFixed(last < 1 ? 4 : 2)}`} now.
      </p>
    )
  if (isBeyond)
    return (
      <WarningBar>
        <span role="status">
          <strong>{words}.</strong> {next}
        </span>
      </WarningBar>
    )
  return (
    <p className={classes['preview']} role="status">
      <strong>{words}.</strong> {next}
    </p>
  )
}
