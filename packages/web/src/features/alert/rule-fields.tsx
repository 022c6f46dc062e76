// The fields of a rule by its kind: side, price, percent, the base that a move is measured from, days.
import { alertRuleKinds } from '@clubfolio/contract'
import { keysOf } from '@clubfolio/domain'
import { SegmentedControl, Select } from '@mantine/core'
import { useAccountList } from '../../kernel/account-list.ts'
import { api } from '../../kernel/api.ts'
import { KeywordSelect } from '../../ui/keyword-select.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import classes from './rule.module.css'
import { isInstrumentKind, needsPercent, needsPrice, type FaultyField, type RuleDraft } from './rule-draft.ts'

export interface RuleFieldsProps {
  readonly draft: RuleDraft
  readonly onChange: (change: Partial<RuleDraft>) => void
  /** Returns the error to show next to a field, once it has lost focus. */
  readonly errorOf: (field: FaultyField) => string | undefined
  readonly onLeave: (field: FaultyField) => void
  /** True when editing: the subject of an existing rule cannot change. */
  readonly isSubjectFixed: boolean
}

const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })
const kinds = keysOf(alertRuleKinds).map((value) => ({ value, label: alertRuleKinds[value] }))
/** A line is drawn on a chart, so it is offered only where there is one. */
const kindsOf = ({ line }: RuleDraft) => kinds.filter(({ value }) => value !== 'LINE' || line !== null)
const bases: { value: RuleDraft['against']; label: string }[] = [
  { value: 'PREVIOUS_CLOSE', label: 'the close before' },
  { value: 'WEEK', label: 'the close 5 sessions before' },
  { value: 'MONTH', label: 'the close 21 sessions before' },
  { value: 'QUARTER', label: 'the close 63 sessions before' },
  { value: 'YEAR', label: 'the close 252 sessions before' },
  { value: 'PRICE', label: 'a price of my own' },
]

interface SideProps<Value extends string> {
  readonly label: string
  readonly sides: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Side<Value extends string>({ label, sides, value, onChange }: SideProps<Value>) {
  return (
    <SegmentedControl
      fullWidth
      aria-label={label}
      data={[...sides]}
      value={value}
      onChange={(chosen) => onChange(chosen)}
    />
  )
}

export function RuleFields({ draft, onChange, errorOf, onLeave, isSubjectFixed }: RuleFieldsProps) {
  const { kind } = draft
  return (
    <>
      <Select
        label="What to look for"
        allowDeselect={false}
        data={kindsOf(draft)}
        value={kind}
        data-autofocus
        disabled={isSubjectFixed}
        onChange={(value) => value && onChange({ kind: value })}
      />
      {isInstrumentKind(kind) ? (
        <KeywordSelect
          key={isSubjectFixed ? 'fixed' : 'free'}
          label="Instrument"
          chosen={draft.code}
          search={search}
          name={({ code }) => code}
          detail={({ name }) => name}
          placeholder="At least three letters"
          isRequired
          error={errorOf('code')}
          onChoose={(company) => onChange({ code: company?.code ?? '' })}
        />
      ) : (
        <AccountSelect draft={draft} onChange={onChange} error={errorOf('accountId')} isFixed={isSubjectFixed} />
      )}
      {kind === 'PRICE' || kind === 'LINE' ? (
        <Side
          label="Side"
          sides={[
            { value: 'ABOVE', label: 'At or above' },
            { value: 'BELOW', label: 'At or below' },
          ]}
          value={draft.priceSide}
          onChange={(priceSide) => onChange({ priceSide })}
        />
      ) : null}
      {kind === 'MOVE' ? (
        <Side
          label="Direction"
          sides={[
            { value: 'UP', label: 'Up' },
            { value: 'DOWN', label: 'Down' },
            { value: 'EITHER', label: 'Either' },
          ]}
          value={draft.moveSide}
          onChange={(moveSide) => onChange({ moveSide })}
        />
      ) : null}
      {kind === 'LEVEL' ? (
        <>
          <Side
            label="Level"
            sides={[
              { value: 'RESISTANCE', label: 'Above resistance' },
              { value: 'SUPPORT', label: 'Below support' },
            ]}
            value={draft.levelSide}
            onChange={(levelSide) => onChange({ levelSide })}
          />
          <Side
            label="Which level"
            sides={[
              { value: 'found', label: 'Nearest found level' },
              { value: 'own', label: 'My own level' },
            ]}
            value={draft.isFound ? 'found' : 'own'}
            onChange={(which) => onChange({ isFound: which === 'found' })}
          />
        </>
      ) : null}
      {kind === 'EXTREME' ? (
        <Side
          label="Extreme"
          sides={[
            { value: 'HIGH', label: 'New 52-week high' },
            { value: 'LOW', label: 'New 52-week low' },
          ]}
          value={draft.extremeSide}
          onChange={(extremeSide) => onChange({ extremeSide })}
        />
      ) : null}
      <div className={classes['pair']}>
        {needsPercent(draft) ? (
          <NumericInput
            label="Percent"
            suffix="%"
            withAsterisk
            value={draft.percent}
            error={errorOf('percent')}
            onBlur={() => onLeave('percent')}
            onChange={(percent) => onChange({ percent })}
          />
        ) : null}
        {kind === 'MOVE' ? (
          <Select
            label="Measured from"
            allowDeselect={false}
            data={bases}
            value={draft.against}
            onChange={(value) => value && onChange({ against: value })}
          />
        ) : null}
        {needsPrice(draft) ? (
          <NumericInput
            label="Price"
            prefix="$"
            withAsterisk
            value={draft.price}
            error={errorOf('price')}
            onBlur={() => onLeave('price')}
            onChange={(price) => onChange({ price })}
          />
        ) : null}
        {kind === 'ACCESS' ? (
          <NumericInput
            label="Days before the end"
            withAsterisk
            value={draft.days}
            error={errorOf('days')}
            onBlur={() => onLeave('days')}
            onChange={(days) => onChange({ days })}
          />
        ) : null}
      </div>
    </>
  )
}

function AccountSelect({
  draft,
  onChange,
  error,
  isFixed,
}: Pick<RuleFieldsProps, 'draft' | 'onChange'> & { readonly error: string | undefined; readonly isFixed: boolean }) {
  const accounts = useAccountList()
  const data = (accounts.data ?? []).map(({ id, number }) => ({ value: id, label: number }))
  return (
    <Select
      label="Account"
      withAsterisk
      data={data}
      value={draft.accountId === '' ? null : draft.accountId}
      error={error}
      disabled={isFixed}
      placeholder={accounts.isSuccess && data.length === 0 ? 'No account is linked yet' : 'Choose an account'}
      onChange={(accountId) => onChange({ accountId: accountId ?? '' })}
    />
  )
}
