// What a member sees of a fund before anything is recorded for them: whose member they are, and what will appear.
import { EmptyState } from '../../../ui/state/empty-state.tsx'

/** `describeManagers(['Mara Keller', 'Jon Vale'])` is "Mara Keller and Jon Vale". */
const describeManagers = (managers: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(managers)

export interface MemberWelcomeProps {
  /** At least one. */
  readonly managers: readonly string[]
}

export function MemberWelcome({ managers }: MemberWelcomeProps) {
  return (
    <EmptyState
      title={`You are a member of the fund of ${describeManagers(managers)}`}
      words={
        'Nothing is recorded for you yet. Once your first contribution is recorded, your value, profit and ' +
        'statements appear here. Where your manager invites you to a fund, you can ask to pay in.'
      }
    />
  )
}
