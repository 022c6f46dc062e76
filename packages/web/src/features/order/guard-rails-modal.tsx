// The guard rails of an account: four limits, each of which keeps an order back. An empty field is no limit.
import type { OrderGuardRails } from '@clubfolio/contract'
import { formatCents, parseCents } from '@clubfolio/domain'
import { IconShieldCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSubmitKey } from '../../kernel/submit-key.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useGuardRails, useSaveGuardRails } from './api.ts'
import classes from './order-ticket.module.css'

export function GuardRailsModal({ accountNumber, onClose }: { readonly accountNumber: string; readonly onClose: () => void }) {
  const rails = useGuardRails(accountNumber)
  if (rails.data) return <RailsForm accountNumber={accountNumber} rails={rails.data} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title="Guard rails" subject={accountNumber} icon={IconShieldCheck}>
      {rails.isError ? <FailedState title="The guard rails could not be loaded" why={rails.error.message} onRetry={() => void rails.refetch()} isRetrying={rails.isFetching} /> : null}
    </Modal>
  )
}

const moneyFields = [
  ['largestOrder', 'Largest order', 'What one opening order may be worth.'],
  ['largestPosition', 'Largest position', 'What one symbol may be worth after the order is filled.'],
  ['dailyLoss', 'Daily loss', 'After losing this much since the last close, no opening order goes out.'],
] as const

type Typed = Record<keyof OrderGuardRails, string>

function RailsForm({ accountNumber, rails, onClose }: { readonly accountNumber: string; readonly rails: OrderGuardRails; readonly onClose: () => void }) {
  const formId = useId()
  const submitKey = useSubmitKey()
  const [typed, setTyped] = useState<Typed>(() => ({
    largestOrder: rails.largestOrder === null ? '' : formatCents(rails.largestOrder),
    largestPosition: rails.largestPosition === null ? '' : formatCents(rails.largestPosition),
    dailyLoss: rails.dailyLoss === null ? '' : formatCents(rails.dailyLoss),
    priceDistance: rails.priceDistance ?? '',
  }))
  const save = useSaveGuardRails(() => {
    showToast({ tone: 'success', title: 'Success', message: 'The guard rails are saved.' })
    onClose()
  })
  const isMoney = (text: string) => text === '' || parseCents(text) !== undefined
  const faults = { ...Object.fromEntries(moneyFields.filter(([field]) => !isMoney(typed[field])).map(([field]) => [field, 'Enter dollars with at most 2 decimals.'])), ...(/^(\d{1,3}(\.\d{1,2})?)?$/.test(typed.priceDistance) ? {} : { priceDistance: 'Enter a percentage.' }) } as Partial<Typed>
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Guard rails"
      subject={accountNumber}
      icon={IconShieldCheck}
      foot={<FormFoot form={formId} submit="Save" openCount={Object.keys(faults).length} isSubmitting={save.isPending} onCancel={onClose} />}
    >
      <form
        id={formId}
        noValidate
        className={classes['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          const cents = (text: string) => (text === '' ? null : parseCents(text)!)
          const body = { accountNumber, largestOrder: cents(typed.largestOrder), largestPosition: cents(typed.largestPosition), dailyLoss: cents(typed.dailyLoss), priceDistance: typed.priceDistance === '' ? null : typed.priceDistance }
          save.mutate({ ...body, key: submitKey.keyFor(body) })
        }}
      >
        <p className={classes['hint']}>An order beyond a limit is kept back and says why. Getting out of a position is never held back by its size. An empty field is no limit.</p>
        {moneyFields.map(([field, label, description]) => (
          <NumericInput key={field} label={label} description={description} prefix="$" value={typed[field]} error={faults[field]} onChange={(text) => setTyped((before) => ({ ...before, [field]: text }))} />
        ))}
        <NumericInput label="Distance from the market" description="How far an order's price may be from the last price." suffix="%" value={typed.priceDistance} error={faults.priceDistance} onChange={(priceDistance) => setTyped((before) => ({ ...before, priceDistance }))} />
      </form>
    </Modal>
  )
}
