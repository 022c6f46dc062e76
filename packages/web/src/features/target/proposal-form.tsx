// What a proposal may do: its mode, the smallest order, the fee of an order, and what is never sold.
import { type Allocation, type ProposalMode, proposalModes, targetRoutes } from '@clubfolio/contract'
import { type Cents, formatCents } from '@clubfolio/domain'
import { Button, Select, TagsInput } from '@mantine/core'
import { useAmountAffix } from '../../ui/figure/currency.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { wireDollars } from '../../ui/schema-errors.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import styles from './proposal.module.css'
import { tagStyles } from './tag-styles.ts'
import type { ProposalQuestion } from './target-api.ts'

export interface ProposalFields {
  readonly mode: ProposalMode
  readonly smallestOrder: string
  readonly feePerOrder: string
  readonly neverSold: string[]
}

const firstFields: ProposalFields = { mode: 'REBALANCE', smallestOrder: '100', feePerOrder: '0', neverSold: [] }

const modes = ['NEW_CASH', 'PURCHASES', 'REBALANCE'] as const
const modeMeanings = {
  NEW_CASH: 'Cash above its target buys whatever is short.',
  PURCHASES: 'Cash buys for classes outside their band; nothing is sold.',
  REBALANCE: 'Sells from classes above their target to buy for classes outside their band.',
} as const
const schema = targetRoutes.proposeOrders.body.omit({ accountId: true })

export interface ProposalFormProps {
  readonly allocation: Allocation
  /** What was asked last, which the form begins with. */
  readonly asked: ProposalQuestion | undefined
  readonly isAgain: boolean
  readonly isAsking: boolean
  /** Resolves once the proposal is there, or has failed. */
  readonly onPropose: (fields: ProposalFields) => Promise<void>
}

export function ProposalForm({ allocation, asked, isAgain, isAsking, onPropose }: ProposalFormProps) {
  const affix = useAmountAffix()
  const form = useCheckedForm<ProposalFields>({
    initialValues: asked ? fieldsOf(asked) : firstFields,
    schema,
    toInput: wireTerms,
  })
  const held = allocation.classes.flatMap(({ instruments }) =>
    instruments.flatMap(({ kind, code, value }) => (kind === 'SHARE' && code !== null && value > 0n ? [code] : [])),
  )
  const { mode } = form.values
  return (
    <form className={styles['form']} noValidate aria-label="Proposal" onSubmit={form.submit(onPropose)}>
      <Select
        className={styles['whole'] ?? ''}
        label="Orders"
        data={modes.map((value) => ({ value, label: proposalModes[value] }))}
        value={mode}
        allowDeselect={false}
        description={modeMeanings[mode]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(next) => form.setFieldValue('mode', next ?? 'REBALANCE')}
      />
      <NumericInput label="Smallest order" {...affix} {...form.field('smallestOrder')} />
      <NumericInput label="Fee of an order" {...affix} {...form.field('feePerOrder')} />
      <TagsInput
        className={styles['whole'] ?? ''}
        styles={tagStyles}
        label="Never sell"
        placeholder={form.values.neverSold.length === 0 ? 'None' : ''}
        data={held}
        {...form.field('neverSold')}
        onChange={(codes) => form.setFieldValue('neverSold', [...new Set(codes.map((code) => code.toUpperCase()))])}
      />
      <Button type="submit" loading={isAsking} disabled={form.openCount > 0}>
        {isAgain ? 'Propose again' : 'Propose orders'}
      </Button>
    </form>
  )
}

const fieldsOf = ({ mode, smallestOrder, feePerOrder, neverSold }: ProposalQuestion): ProposalFields => ({
  mode,
  smallestOrder: typedAmount(smallestOrder),
  feePerOrder: typedAmount(feePerOrder),
  neverSold: [...neverSold],
})

/** `typedAmount(100_00n)` is "100". */
const typedAmount = (cents: Cents): string => formatCents(cents).replace(/\.00$/, '')

const wireTerms = ({ mode, smallestOrder, feePerOrder, neverSold }: ProposalFields) => ({
  mode,
  smallestOrder: wireDollars(smallestOrder),
  feePerOrder: wireDollars(feePerOrder),
  neverSold,
})
