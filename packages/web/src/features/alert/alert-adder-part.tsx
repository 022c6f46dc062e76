// 'Add alert' from anywhere: opens the dialog of a new rule with the instrument filled in.
import { alertAdder, closeAlertAdder } from '../../kernel/alert-adder.ts'
import { useStore } from '../../kernel/store.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { newRuleDraft } from './rule-draft.ts'

export function AlertAdderPart() {
  const code = useStore(alertAdder)
  return code === undefined ? null : (
    <RuleDialog key={code} draft={{ ...newRuleDraft, code }} onClose={closeAlertAdder} />
  )
}
