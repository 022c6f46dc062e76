// What the account held before the first line of its first statement: cash and positions. Without it a purchase that is
// older than the statements is missing, and its sale would look short.
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './file-account.module.css'
import { emptyPosition, type OpeningDraft, type OpeningPosition } from './opening-draft.ts'

export interface OpeningContentFormProps {
  /** Undefined: the account held nothing before. */
  readonly draft: OpeningDraft | undefined
  readonly faults: ReadonlyMap<string, string> | undefined
  readonly currency: string
  readonly firstDay: string | null
  /** The server found it from the balances of the file. */
  readonly isProposed: boolean
  readonly onChange: (draft: OpeningDraft) => void
  readonly onTurn: (isOn: boolean) => void
}

export function OpeningContentForm({
  draft,
  faults,
  currency,
  firstDay,
  isProposed,
  onChange,
  onTurn,
}: OpeningContentFormProps) {
  const change = (index: number, fields: Partial<OpeningPosition>) =>
    draft &&
    onChange({
      ...draft,
      positions: draft.positions.map((position, at) => (at === index ? { ...position, ...fields } : position)),
    })
  return (
    <Panel title="Before the first line" isPadded>
      <div className={classes['opening']}>
        <Checkbox
          label="The account held something before the first line"
          description={
            isProposed
              ? 'The balances of the file are right only with this content. Check it, or switch it off.'
              : 'Switch this on if the account is older than the statement' +
                (firstDay === null ? '.' : `, which begins on ${firstDay}.`)
          }
          checked={draft !== undefined}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        {draft ? (
          <>
            <div className={classes['openingRow']}>
              <TextInput
                label="At the end of"
                placeholder="YYYY-MM-DD"
                value={draft.day}
                error={faults?.get('day')}
                onChange={(event) => onChange({ ...draft, day: event.currentTarget.value.trim() })}
              />
              <NumericInput
                label={`Cash in ${currency}`}
                isSigned
                value={draft.cash}
                error={faults?.get('cash')}
                onChange={(cash) => onChange({ ...draft, cash })}
              />
            </div>
            {draft.positions.map((position, index) => (
              // Positions have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={index} className={classes['openingRow']} role="group" aria-label={`Position ${index + 1}`}>
                <TextInput
                  label="Symbol"
                  value={position.symbol}
                  error={faults?.get(`positions.${index}.symbol`)}
                  onChange={(event) => change(index, { symbol: event.currentTarget.value })}
                />
                <NumericInput
                  label="Quantity"
                  isSigned
                  value={position.quantity}
                  error={faults?.get(`positions.${index}.quantity`)}
                  onChange={(quantity) => change(index, { quantity })}
                />
                <NumericInput
                  label="Cost per unit (optional)"
                  value={position.price}
                  error={faults?.get(`positions.${index}.price`)}
                  onChange={(price) => change(index, { price })}
                />
                <ActionIcon
                  className={classes['remove'] ?? ''}
                  aria-label={`Remove position ${position.symbol === '' ? index + 1 : position.symbol}`}
                  onClick={() =>
                    onChange({ ...draft, positions: draft.positions.filter((_position, at) => at !== index) })
                  }
                >
                  <IconX size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            ))}
            <div>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} stroke={1.6} />}
                onClick={() => onChange({ ...draft, positions: [...draft.positions, emptyPosition] })}
              >
                Add position
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Panel>
  )
}
