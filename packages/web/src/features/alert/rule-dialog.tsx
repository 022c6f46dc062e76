// Creates or edits a rule: what to watch for, on which instrument or account, how often, until when; with the current
// price and what the rule would wait for.
import { alertNoteLimit } from '@clubfolio/contract'
import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBellPlus } from '@tabler/icons-react'
import { DayPicker } from '../../ui/day-picker.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { formatPrice } from '../order-text/format-price.ts'
import { useSaveRule, useRulePreview } from './rule-api.ts'
import { requestOf, faultsOf, type RuleDraft } from './rule-draft.ts'
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
  const form = useCheckedForm<RuleDraft>({ initialValues: first, ownErrors: faultsOf })
  const draft = form.values
  const save = useSaveRule(ruleId, onClose)
  const asked = requestOf(draft)
  return (
    <FormModal
      title={ruleId === undefined ? 'New alert' : 'Edit alert'}
      {...(first.code === '' ? {} : { subject: first.code })}
      icon={IconBellPlus}
      submit={ruleId === undefined ? 'Create' : 'Save'}
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(() => asked && save.mutateAsync(asked))}
      onClose={onClose}
    >
      <RuleFields
        draft={draft}
        errorOf={form.errorOf}
        isSubjectFixed={ruleId !== undefined}
        onChange={form.setValues}
        onLeave={form.leave}
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
        onChange={(how) => form.setFieldValue('isRepeating', how === 'each')}
      />
      <DayPicker label="Last day (optional)" isClearable {...form.field('expiresOn')} />
      <Textarea
        label="Note (optional)"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={alertNoteLimit}
        {...form.field('note')}
      />
    </FormModal>
  )
}

/** Shows the current price once an instrument is chosen, and the rule's wording once it is complete. */
function Preview({ draft }: { readonly draft: RuleDraft }) {
  const [settled] = useDebouncedValue(draft, previewDelayMs)
  const asked = requestOf(settled)
  // Until the rule is complete, an extreme rule on the same instrument, which needs no other input, provides the price.
  const subject = asked
    ? { terms: asked.terms, code: asked.code, accountId: asked.accountId }
    : settled.code !== ''
      ? { terms: { kind: 'EXTREME', side: 'HIGH' } as const, code: settled.code, accountId: null }
      : undefined
  const preview = useRulePreview(subject)
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
        {settled.code} is at {last === null ? 'no known price' : formatPrice(String(last))} now.
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
