// One class of a plan that is edited: name, percent and place, and what a leaf holds or what its classes sum to.
import { type Allocation } from '@clubfolio/contract'
import { mostTargetLevels } from '@clubfolio/domain'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { addClass, changeClass, moveClass, moveInto, parentsFor, removeClass } from './edit-draft.ts'
import { LeafFields } from './leaf-fields.tsx'
import { childrenOf, describeMissing, type DraftClass, type PlanDraft } from './plan-draft.ts'
import { levelMissing, type ClassField } from './plan-faults.ts'
import classes from './plan.module.css'

export interface ClassFieldsProps {
  readonly one: DraftClass & { readonly level: number }
  readonly draft: PlanDraft
  /** Undefined while nothing is shown as wrong yet. */
  readonly faults: Partial<Record<ClassField, string>> | undefined
  /** Classes of the listing. */
  readonly choices: readonly string[]
  readonly allocation: Allocation
  readonly onDraft: (change: (before: PlanDraft) => PlanDraft) => void
}

export function ClassFields({ one, draft, faults, choices, allocation, onDraft }: ClassFieldsProps) {
  const { key, parent, level } = one
  const siblings = childrenOf(draft, parent)
  const place = siblings.findIndex((other) => other.key === key)
  const hasClasses = childrenOf(draft, key).length > 0
  const name = one.name.trim() === '' ? 'the unnamed class' : one.name
  // A class that was just added is open, not wrong.
  const shown = one.name === '' && one.percent === '' ? undefined : faults
  const change = (part: Partial<DraftClass>) => onDraft((before) => changeClass(before, key, part))
  const missing = levelMissing(draft, key)
  return (
    <li className={classes['class']} style={{ marginLeft: `calc(${level} * var(--cf-indent))` }}>
      <div className={classes['head']} role="group" aria-label={one.name.trim() === '' ? 'Unnamed class' : one.name}>
        <TextInput
          className={classes['name'] ?? ''}
          label="Name"
          value={one.name}
          maxLength={80}
          error={shown?.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NumericInput
          className={classes['percent'] ?? ''}
          label="Percent"
          suffix="%"
          value={one.percent}
          error={shown?.percent}
          onChange={(percent) => change({ percent })}
        />
        <Select
          className={classes['parent'] ?? ''}
          label="Part of"
          data={[
            { value: '', label: 'Whole account' },
            ...parentsFor(draft, key).map((other) => ({ value: other.key, label: other.name })),
          ]}
          value={parent ?? ''}
          allowDeselect={false}
          error={shown?.parent}
          onChange={(next) => onDraft((before) => moveInto(before, key, next === '' ? null : next))}
        />
        <div className={classes['buttons']}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Move ${name} up`}
            title="Move up"
            disabled={place === 0}
            onClick={() => onDraft((before) => moveClass(before, key, -1))}
          >
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Move ${name} down`}
            title="Move down"
            disabled={place === siblings.length - 1}
            onClick={() => onDraft((before) => moveClass(before, key, 1))}
          >
            <IconArrowDown size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Remove ${name}`}
            title={hasClasses ? 'Remove with its classes' : 'Remove'}
            onClick={() => onDraft((before) => removeClass(before, key))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      </div>
      {hasClasses ? null : (
        <LeafFields
          one={one}
          draft={draft}
          faults={shown}
          choices={choices}
          allocation={allocation}
          onChange={change}
        />
      )}
      <div className={classes['level']} data-open={hasClasses && missing !== 0n ? true : undefined}>
        {level + 1 < mostTargetLevels ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.6} />}
            aria-label={`Add sub-class to ${name}`}
            onClick={() => onDraft((before) => addClass(before, key))}
          >
            Add sub-class
          </Button>
        ) : null}
        {hasClasses ? <span role="status">{describeMissing(missing)}</span> : null}
      </div>
    </li>
  )
}
