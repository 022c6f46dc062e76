// Setup, tags and note of a trade, edited where they are shown.
import { journalRoutes, type TradeDetail } from '@clubfolio/contract'
import { Button, TagsInput, Textarea } from '@mantine/core'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { SuggestInput } from '../../ui/suggest-input.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { useSaveTradeNote } from './api.ts'
import classes from './journal.module.css'

const schema = journalRoutes.saveTradeNote.body.pick({ setup: true, tags: true, note: true })

/** A stable object, as the guard wants it. */
const leaveQuestion = {
  question: 'Discard what you wrote about the trade?',
  accept: 'Discard',
  isDanger: true,
} as const

export interface TradeNoteFormProps {
  readonly detail: TradeDetail
  readonly setups: readonly string[]
  readonly tags: readonly string[]
}

export function TradeNoteForm({ detail: { trade, note }, setups, tags }: TradeNoteFormProps) {
  const save = useSaveTradeNote()
  const form = useCheckedForm({ initialValues: { setup: trade.setup, tags: [...trade.tags], note }, schema })
  const isDirty = form.isDirty()
  useUnsavedGuard(isDirty && !save.isPending && !save.isSuccess, leaveQuestion)
  const noteField = form.textField('note')
  return (
    <form
      className={classes['noteForm']}
      aria-label="Setup, tags and note"
      onSubmit={form.submit(async (values) => {
        // What was saved is no longer unsaved, also before the trade is loaded again.
        await save.mutateAsync({
          accountId: trade.accountId,
          tradeId: trade.tradeId,
          setup: values.setup.trim(),
          tags: values.tags.map((tag) => tag.trim()),
          note: values.note.trim(),
        })
      })}
    >
      <SuggestInput label="Setup" placeholder="Breakout" suggestions={setups} {...form.textField('setup')} />
      <TagsInput
        label="Tags"
        placeholder={form.values.tags.length === 0 ? 'Type one and press Enter' : ''}
        data={[...tags]}
        styles={{
          input: { minHeight: 'var(--cf-control-sm)', paddingBlock: 0, display: 'flex', alignItems: 'center' },
        }}
        {...form.field('tags')}
      />
      <Textarea
        label="Note"
        autosize
        minRows={3}
        maxRows={10}
        {...noteField}
        description={`${form.values.note.length} of ${noteField.maxLength} characters`}
      />
      <div>
        <DisabledReason reason={isDirty ? undefined : 'Nothing was changed'}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </DisabledReason>
      </div>
    </form>
  )
}
