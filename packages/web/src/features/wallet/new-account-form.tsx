// The new-account form of the wallet: opens a practice account under the linked paper login. Without such a login it
// leads to linking, where the broker's page opens the first account.
// Source: docs/rules/accounts.md, "Wallet".
import type { Account, Currency } from '@clubfolio/contract'
import { ApiError, walletRoutes } from '@clubfolio/contract'
import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useOpenAccount } from './api.ts'
import { useOpeningReference } from './opening-reference.ts'
import classes from './wallet.module.css'

const schema = walletRoutes.create.body.omit({ reference: true })
/** Practice accounts are opened in dollars, whatever the currencies of the user's other accounts are. */
const isOpenable = ({ code }: Currency): boolean => schema.shape.currency.safeParse(code).success

const types = [
  { value: 'MARGIN', label: 'Margin' },
  { value: 'CASH', label: 'Cash' },
]

export function NewAccountForm({ currencies }: { readonly currencies: readonly Currency[] }) {
  const open = useOpenAccount()
  const navigate = useNavigate()
  const { referenceFor, renew } = useOpeningReference()
  const form = useCheckedForm<{ currency: string; type: Account['type']; name: string }>({
    initialValues: { currency: 'USD', type: 'MARGIN', name: '' },
    schema,
    toInput: ({ name, ...chosen }) => ({ ...chosen, ...(name.trim() === '' ? {} : { name }) }),
  })
  const submit = form.submit(async ({ type, name }) => {
    const content = { currency: 'USD' as const, type, ...(name.trim() === '' ? {} : { name: name.trim() }) }
    try {
      const account = await open.mutateAsync({ ...content, reference: referenceFor(content) })
      renew()
      form.reset()
      showToast({ tone: 'success', title: 'Success', message: `Account ${account.number} is open and linked.` })
    } catch (error) {
      form.refuse(error)
      // Only the missing login has a next step to offer.
      if (!(error instanceof ApiError) || error.body.refusal !== 'fundingNotLinked') return
      const goes = await confirm({
        question: 'Link a login of the paper brokerage now?',
        consequence: 'Its page opens the first account and asks for your consent.',
        accept: 'Go to linking',
      })
      if (goes) await navigate({ to: '/account' })
    }
  })
  return (
    <Panel title="New account" isPadded>
      <form className={classes['form']} noValidate onSubmit={submit}>
        <Select
          label="Currency"
          data={currencies.filter(isOpenable).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
          allowDeselect={false}
          {...form.field('currency')}
        />
        <Select label="Type" data={types} allowDeselect={false} {...form.field('type')} />
        <TextInput label="Name (optional)" {...form.textField('name')} />
        <FormFoot submit="Open account" openCount={form.openCount} isSubmitting={open.isPending} />
      </form>
    </Panel>
  )
}
