// The preset of a ticket's account, and which of its parts the user has made their own in this ticket.
import type { Quote } from '@clubfolio/contract'
import { useState } from 'react'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { usePreference } from '../../kernel/preference.ts'
import {
  fieldsOfParts,
  hasOwnPlan,
  isPresetEntry,
  type OrderPreset,
  OrderPresets,
  partsChangedBy,
  type PresetForm,
  type PresetPart,
  presetParts,
  steadyQuote,
  withPreset,
} from './order-preset.ts'
import type { TicketForm } from './ticket-form.ts'

const isPresets = (value: unknown): value is OrderPresets => OrderPresets.safeParse(value).success
const noPresets: OrderPresets = {}
const none: ReadonlySet<PresetPart> = new Set()
const all: ReadonlySet<PresetPart> = new Set(presetParts)

export interface KeptPreset {
  readonly preset: OrderPreset | undefined
  /** Undefined forgets it. */
  readonly keep: (preset: OrderPreset | undefined) => void
}

export function useKeptPreset(accountNumber: string): KeptPreset {
  const [presets, setPresets] = usePreference('orderPresets', noPresets, isPresets)
  return {
    preset: presets[accountNumber],
    keep: (preset) => {
      const { [accountNumber]: _before, ...rest } = presets
      setPresets(preset === undefined ? rest : { ...rest, [accountNumber]: preset })
    },
  }
}

/** How the ticket shows its preset; absent where it takes none. */
export interface PresetState {
  /** Undefined while the account has none. */
  readonly preset: OrderPreset | undefined
  /** What is filled by it now. */
  readonly filled: ReadonlySet<PresetPart>
  readonly keep: (preset: OrderPreset | undefined) => void
  readonly restore: () => void
  readonly clear: () => void
}

export interface TicketPreset extends PresetForm {
  readonly state: PresetState | undefined
  /** Returns what else changes with a change of the user: the rest of the part that is theirs now. */
  readonly takeOver: (change: Partial<TicketForm>) => Partial<TicketForm>
}

export interface TicketPresetBasis {
  readonly request: OrderTicketRequest
  readonly form: TicketForm
  readonly quote: Quote | null | undefined
  /** Signed; undefined while it is being read. */
  readonly held: number | undefined
}

export function useTicketPreset({ request, form, quote, held }: TicketPresetBasis): TicketPreset {
  const { preset, keep } = useKeptPreset(form.accountNumber)
  const [own, setOwn] = useState(none)
  const [basis, setBasis] = useState(quote)
  const steady = steadyQuote(basis, quote)
  if (steady !== basis) setBasis(steady)
  const isFor = form.accountNumber !== '' && !hasOwnPlan(request) && isPresetEntry(form, held ?? 0)
  if (!isFor) return { form, faults: {}, state: undefined, takeOver: () => ({}) }
  const isFilling = preset !== undefined && held !== undefined
  const filled = isFilling ? withPreset(form, { preset, quote: steady, own }) : { form, faults: {} }
  return {
    form: filled.form,
    // Until then it is not known whether the order closes something, and what the preset adds is not seen yet.
    faults:
      preset !== undefined && held === undefined
        ? { code: 'What the account holds of it is still being read.' }
        : filled.faults,
    state: {
      preset,
      filled: isFilling ? new Set(filledParts(preset).filter((part) => !own.has(part))) : none,
      keep: (kept) => {
        setOwn(none)
        keep(kept)
      },
      restore: () => setOwn(none),
      clear: () => setOwn(all),
    },
    takeOver: (change) => {
      const parts = partsChangedBy(change).filter((part) => !own.has(part))
      if (parts.length > 0) setOwn(new Set([...own, ...parts]))
      return fieldsOfParts(filled.form, parts)
    },
  }
}

const filledParts = ({ amount, stopPercent, targetTimes }: OrderPreset): PresetPart[] =>
  presetParts.filter((part) => ({ size: amount, stop: stopPercent, target: targetTimes })[part] !== '')
