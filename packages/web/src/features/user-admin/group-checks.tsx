// The available groups of a user as check boxes; those that the caller may not assign show why.
import type { GroupChoice } from '@clubfolio/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import type { useGroupChoices } from './api.ts'
import classes from './user-admin.module.css'

export interface GroupChecksProps {
  readonly choices: ReturnType<typeof useGroupChoices>
  readonly chosen: readonly string[]
  readonly onChange: (groupIds: readonly string[]) => void
  /** Focuses the first enabled box once the groups are loaded. */
  readonly hasFocusFirst?: boolean
}

export function GroupChecks({ choices, chosen, onChange, hasFocusFirst = false }: GroupChecksProps) {
  if (choices.isError) return <FailedQuery query={choices} title="The groups could not be loaded" />
  if (!choices.data) return <Skeleton height={72} />
  const first = hasFocusFirst ? choices.data.find(({ missingKeys }) => missingKeys.length === 0)?.id : undefined
  const turn = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <div className={classes['groups']} role="group" aria-label="Groups">
      {choices.data.map((group) => (
        <Checkbox
          key={group.id}
          label={group.name}
          description={describe(group)}
          checked={chosen.includes(group.id)}
          disabled={group.missingKeys.length > 0}
          autoFocus={group.id === first}
          onChange={(event) => turn(group.id, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}

function describe({ missingKeys, status }: GroupChoice): string | undefined {
  if (missingKeys.length > 0)
    return (
      'You lack ' +
      `${missingKeys.slice(0, 4).join(', ')}${missingKeys.length > 4 ? ` and ${missingKeys.length - 4} more` : ''}`
    )
  return status === 'INACTIVE' ? 'Inactive: allows nothing until it is active' : undefined
}
