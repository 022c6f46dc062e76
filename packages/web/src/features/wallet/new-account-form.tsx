// The new-account form of the wallet: opens a practice account under the linked paper login. Without such a login it
// leads to linking, where the broker's page opens the first account.
// Source: docs/rules/accounts.md, "Wallet".
import type { Account, Currency } from '@clubfolio/contract'
import { ApiError, isPrintable } from '@clubfolio/contract'
import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useOpenAccount } from './api.ts'
import { useOpeningReference } from './opening-reference.ts'
import classes from './wallet.module.css'

const nameLimit = 40
const types = [
  { value: 'MARGIN', label: 'Margin' },
  { value: 'CASH', label: 'Cash' },
]

export function NewAccountForm({ currencies }: { readonly currencies: readonly Currency[] }) {
  const open = useOpenAccount()
  const navigate = useNavigate()
  const { referenceFor, renew } = useOpeningReference()
  const form = useForm<{ currency: string; type: Account['type']; name: string }>({
    initialValues: { currency: 'USD', type: 'MARGIN', name: '' },
    validate: {
      name: (name) =>
        name.trim().length > nameLimit || !isPrintable(name) ? `At most ${nameLimit} plain characters` : null,
    },
    validateInputOnBlur: true,
  })
  const submit = form.onSubmit(async ({ type, name }) => {
    const content = { currency: 'USD' as const, type, ...(name.trim() === '' ? {} : { name: name.trim() }) }
    try {
      const account = await open.mutateAsync({ ...content, reference: referenceFor(content) })
      renew()
      form.reset()
      showToast({ tone: 'success', title: 'Success', message: `Account ${account.number} is open and linked.` })
    } catch (error) {
      // The failure listener has shown the error; only the missing login has a next step to offer.
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
          data={currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
          allowDeselect={false}
          {...form.getInputProps('currency')}
        />
        <Select label="Type" data={types} allowDeselect={false} {...form.getInputProps('type')} />
        <TextInput label="Name (optional)" maxLength={nameLimit + 1} {...form.getInputProps('name')} />
        <FormFoot submit="Open account" openCount={Object.keys(form.errors).length} isSubmitting={open.isPending} />
      </form>
    </Panel>
  )
}
