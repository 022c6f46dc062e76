// What a class without classes holds: cash, or classes of the listing and instruments with the rule that splits them.
import { type Allocation, leafRuleNames } from '@clubfolio/contract'
import { leafRules } from '@clubfolio/domain'
import { Checkbox, Select, TagsInput } from '@mantine/core'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { describeMissing, missingPercents, type DraftClass, type PlanDraft } from './plan-draft.ts'
import type { ClassField } from './plan-faults.ts'
import { tagStyles } from './tag-styles.ts'
import styles from './plan.module.css'

export interface LeafFieldsProps {
  readonly one: DraftClass
  readonly draft: PlanDraft
  readonly faults: Partial<Record<ClassField, string>> | undefined
  readonly choices: readonly string[]
  readonly allocation: Allocation
  readonly onChange: (change: Partial<DraftClass>) => void
}

export function LeafFields({ one, draft, faults, choices, allocation, onChange }: LeafFieldsProps) {
  const others = draft.classes.filter(({ key }) => key !== one.key)
  const isCashElsewhere = others.some(({ holdsCash }) => holdsCash)
  const taken = new Set(others.flatMap(({ takes }) => takes))
  const named = new Set(others.flatMap(({ codes }) => codes))
  const partsMissing = missingPercents(one.codes.map((code) => one.parts[code] ?? '0'))
  return (
    <div className={styles['leaf']}>
      {isCashElsewhere && !one.holdsCash ? null : (
        <Checkbox
          className={styles['cash'] ?? ''}
          label="Cash"
          checked={one.holdsCash}
          error={faults?.holdsCash}
          onChange={(event) => onChange({ holdsCash: event.currentTarget.checked })}
        />
      )}
      {one.holdsCash ? null : (
        <>
          {draft.grouping === 'OWN' ? null : (
            <MultiSelect
              label="Classes of the listing"
              choices={[...new Set([...choices, ...one.takes])]
                .filter((name) => !taken.has(name))
                .map((name) => ({ key: name, value: name }))}
              selected={one.takes}
              placeholder="None"
              onChange={(takes) => onChange({ takes })}
            />
          )}
          <TagsInput
            label="Instruments"
            placeholder={one.codes.length === 0 ? 'Add a symbol' : ''}
            data={heldCodes(allocation).filter((code) => !named.has(code))}
            value={[...one.codes]}
            error={faults?.codes ?? faults?.leaf ?? faults?.takes}
            styles={tagStyles}
            onChange={(codes) => onChange({ codes: upperCodes(codes) })}
          />
          <Select
            label="Within the class"
            data={leafRules.map((value) => ({ value, label: leafRuleNames[value] }))}
            value={one.rule}
            allowDeselect={false}
            onChange={(rule) => onChange({ rule: rule ?? 'HELD' })}
          />
        </>
      )}
      {one.rule === 'FIXED' && !one.holdsCash ? (
        <fieldset className={styles['parts']}>
          <legend>Fixed parts</legend>
          {one.codes.map((code) => (
            <NumericInput
              key={code}
              label={code}
              suffix="%"
              value={one.parts[code] ?? ''}
              onChange={(percent) => onChange({ parts: { ...one.parts, [code]: percent } })}
            />
          ))}
          <p className={styles['missing']} data-open={partsMissing === 0n ? undefined : true} role="status">
            {one.codes.length === 0 ? 'Name the instruments first.' : describeMissing(partsMissing)}
          </p>
        </fieldset>
      ) : null}
    </div>
  )
}

const heldCodes = ({ classes: all }: Allocation): string[] => [
  ...new Set(
    all.flatMap(({ instruments }) =>
      instruments.flatMap(({ kind, code }) => (kind === 'SHARE' && code !== null ? [code] : [])),
    ),
  ),
]

/** `upperCodes([' spy', 'SPY'])` is `['SPY']`. */
const upperCodes = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== '')),
]
