// 'Add alert' from anywhere: opens the dialog of a new rule with the instrument filled in, and with its condition where
// the screen has one.
import { alertAdder, closeAlertAdder } from '../../kernel/alert-adder.ts'
import { contentText } from '../../kernel/content-text.ts'
import { useStore } from '../../kernel/store.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { draftOfTerms, newRuleDraft } from './rule-draft.ts'

export function AlertAdderPart() {
  const asked = useStore(alertAdder)
  if (asked === undefined) return null
  const { code, terms, drawingId } = asked
  const draft = {
    ...newRuleDraft,
    ...(terms === undefined ? {} : draftOfTerms(terms)),
    ...(terms === undefined || drawingId === undefined ? {} : { drawn: { id: drawingId, terms } }),
    code,
  }
  return <RuleDialog key={contentText(asked)} draft={draft} onClose={closeAlertAdder} />
}
